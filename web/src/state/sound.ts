/// Short optional sounds, made on the spot; nothing is loaded.
import { settings } from './settings.svelte';

const NOTES = {
  place: [330],
  answer: [262],
  end: [330, 392, 523],
} as const;

let context: AudioContext | null = null;

export function chime(kind: keyof typeof NOTES): void {
  if (settings.sound !== 'on' || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  NOTES[kind].forEach((pitch, i) => tone(context!, pitch, context!.currentTime + i * 0.12));
}

function tone(audio: AudioContext, pitch: number, at: number): void {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = 'triangle';
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.2);
}
