// Sets the chosen look before the first paint, so that a dark page never flashes white.
try {
  var saved = JSON.parse(localStorage.getItem('alinea.settings') || '{}');
  if (saved.theme && saved.theme !== 'auto') document.documentElement.dataset.theme = saved.theme;
} catch (e) {
  /* A browser without storage shows the system's theme. */
}
