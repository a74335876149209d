/// Starts the page: the language first, then the first paint, then the server.
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { LANGUAGES, speak, wished, type Language } from './i18n/index.svelte';
import { installed } from './state/installed.svelte';
import { settings } from './state/settings.svelte';

const chosen = LANGUAGES.find((language) => language === settings.language);
const language: Language = chosen ?? wished(navigator.languages);

// Their addresses are relative; the page's own changes with what is shown.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel*=icon], link[rel=manifest]')) link.href = link.href;

await speak(language);
settings.dress();
mount(App, { target: document.getElementById('app')! });
installed.keep();
