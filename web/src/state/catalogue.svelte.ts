/// The games and engines the server offers, sorted for people.
import { levelText } from './enginespec';
import type { Catalogue, GameInfo } from '../backend/types';
import { gameName } from '../board/frame';
import { backend } from './backend';
import { openedHere } from '../backend/wasm/carrier';
import { persist } from './connection.svelte';

class CatalogueState {
  all: Catalogue | null = $state.raw(null);

  async load(): Promise<void> {
    const all = await persist(() => backend().catalogue());
    const own = await openedHere();
    const named = (info: GameInfo) => own?.games.find((one) => one.name === info.name)?.heuristics ?? [];
    const games = all.games.map((info) => ({ ...info, heuristics: [...new Set([...info.heuristics, ...named(info)])] }));
    this.all = { ...all, games };
  }

  info(game: string): GameInfo | null {
    return this.all?.games.find((info) => info.name === gameName(game)) ?? null;
  }

  levels(game: string): string[] {
    const offered = this.info(game)?.engines.includes('level') ?? false;
    return offered ? Array.from({ length: 10 }, (_, i) => levelText(i + 1)) : [];
  }

  presets(game: string): string[] {
    return this.info(game)?.presets ?? [];
  }

  /** Engines that take depth and time, with the heuristics that fit the game. */
  machines(game: string): string[] {
    const presets = this.presets(game);
    return (this.info(game)?.engines ?? []).filter((engine) => engine !== 'level' && !presets.includes(engine));
  }

  heuristics(game: string): string[] {
    return this.info(game)?.heuristics ?? [];
  }
}

export const catalogue = new CatalogueState();
