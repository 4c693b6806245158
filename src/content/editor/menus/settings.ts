import { useSyncExternalStore } from 'react';
import { readStorage, writeStorage } from '../../../platform/web/ui/storage.ts';

type Name = 'focusMode' | 'smartQuotes';

const storageKeys: Record<Name, string> = {
  focusMode: 'editor-focus-mode',
  smartQuotes: 'editor-smart-quotes',
};

/** Choices of the author, remembered in this browser and off at first. */
export class EditorSettings {
  readonly #values: Record<Name, boolean> = {
    focusMode: readStorage('local', storageKeys.focusMode) === 'on',
    smartQuotes: readStorage('local', storageKeys.smartQuotes) === 'on',
  };
  readonly #listeners = new Set<() => void>();

  get(name: Name): boolean {
    return this.#values[name];
  }

  toggle(name: Name): void {
    this.#values[name] = !this.#values[name];
    writeStorage('local', storageKeys[name], this.#values[name] ? 'on' : null);
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useSetting = (settings: EditorSettings, name: Name): boolean =>
  useSyncExternalStore(settings.subscribe, () => settings.get(name));
