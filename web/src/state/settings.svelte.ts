/// What the person chose for this browser; kept in local storage.
import { read, write } from './storage';

export interface Choices {
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  language: string;
  motion: 'system' | 'less';
  sound: 'off' | 'on';
  confirm: 'auto' | 'always' | 'never';
  scores: boolean;
  /** Where to compute: the server while it answers, or always one of the two. */
  compute: 'auto' | 'server' | 'browser';
}

const DEFAULTS: Choices = {
  theme: 'auto',
  language: '',
  motion: 'system',
  sound: 'off',
  confirm: 'auto',
  scores: true,
  compute: 'auto',
};

class Settings implements Choices {
  theme: Choices['theme'] = $state(DEFAULTS.theme);
  language = $state(DEFAULTS.language);
  motion: Choices['motion'] = $state(DEFAULTS.motion);
  sound: Choices['sound'] = $state(DEFAULTS.sound);
  confirm: Choices['confirm'] = $state(DEFAULTS.confirm);
  scores = $state(DEFAULTS.scores);
  compute: Choices['compute'] = $state(DEFAULTS.compute);

  constructor() {
    const saved: Partial<Choices> = read('settings') ?? {};
    for (const key of Object.keys(DEFAULTS) as (keyof Choices)[]) {
      if (typeof saved[key] === typeof DEFAULTS[key]) Object.assign(this, { [key]: saved[key] });
    }
  }

  /** Cross and ring on black and white stones too. */
  get shapes(): boolean {
    return this.theme === 'contrast' || matchMedia('(prefers-contrast: more)').matches;
  }

  change(choice: Partial<Choices>): void {
    Object.assign(this, choice);
    const saved = Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, this[key as keyof Choices]]));
    write('settings', saved);
    this.dress();
  }

  dress(): void {
    const root = document.documentElement;
    if (this.theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = this.theme;
  }
}

export const settings = new Settings();
