/// Starts the page: the language first, then the first paint, then the server.
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { LANGUAGES, speak, wished, type Language } from './i18n/index.svelte';
import { settings } from './state/settings.svelte';

const chosen = LANGUAGES.find((language) => language === settings.language);
const language: Language = chosen ?? wished(navigator.languages);

await speak(language);
settings.dress();
mount(App, { target: document.getElementById('app')! });
