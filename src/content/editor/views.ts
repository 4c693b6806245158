import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readStorage, writeStorage } from '../../platform/web/ui/storage.ts';
import { HtmlView } from './html-view.tsx';
import { markdownViewUnavailable } from './messages.ts';
import type { SourceViewProps } from './source-view.tsx';

/** The ways to edit a post besides rich text. */
export type SourceName = 'html' | 'markdown';

type View = { name: SourceName; Component: ComponentType<SourceViewProps>; isFocused: boolean };
export type Views = { view: View | null; problem: string; show(name: SourceName | null): void };

const storageKey = 'editor-view';

/** Which view of the text is open. The choice is remembered in this browser. */
export function useViews(): Views {
  const [view, setView] = useState<View | null>(null);
  const [problem, setProblem] = useState('');

  const wanted = useRef<SourceName | null>(null);

  const [show] = useState(() => async (name: SourceName | null, isFocused: boolean) => {
    wanted.current = name;
    setProblem('');
    try {
      const Component = name && (await load(name));
      if (wanted.current !== name) return;
      // The open view gives its text to the editor when it is closed, before the next one reads it.
      flushSync(() => setView(null));
      if (name && Component) setView({ name, Component, isFocused });
    } catch {
      setProblem(markdownViewUnavailable);
    }
  });

  useEffect(() => {
    const name = readStorage('local', storageKey);
    if (name === 'html' || name === 'markdown') void show(name, false);
  }, [show]);

  return {
    view,
    problem,
    show(name) {
      writeStorage('local', storageKey, name);
      void show(name, true);
    },
  };
}

async function load(name: SourceName): Promise<ComponentType<SourceViewProps>> {
  return name === 'html' ? HtmlView : (await import('./markdown-view.tsx')).MarkdownView;
}
