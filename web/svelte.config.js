// Styles are handed to the bundled file: the server's policy allows no inline style.
export default { compilerOptions: { runes: true, css: 'external' } };
