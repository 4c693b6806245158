import { useEffect, useRef, useState } from 'react';
import { type Appearance, appearancePreviewUrl } from '../../api/appearance.ts';

type Props = { appearance: Appearance; css: string };

/** The home page in a frame, with what is not saved yet. It is to look at: links and forms in it do nothing. */
export function AppearancePreview({ appearance, css }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [loads, setLoads] = useState(0);
  const url = useLater(appearancePreviewUrl(appearance));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each load has a new document
  useEffect(() => {
    const page = frame.current?.contentDocument;
    const { CSSStyleSheet: Sheet } = (frame.current?.contentWindow ?? {}) as Partial<typeof globalThis>;
    if (!page?.body || !Sheet) return;
    page.body.inert = true;
    // Nothing in it can be focused then, so that the keyboard could not scroll it otherwise.
    page.documentElement.tabIndex = 0;
    page.documentElement.dataset.scheme = scheme;
    // Made in the document of the frame; the content security policy is about sheets in markup.
    const sheet = new Sheet();
    sheet.replaceSync(css);
    page.adoptedStyleSheets = [sheet];
  }, [css, scheme, loads]);

  return (
    <section className="appearance-preview" aria-label="Preview">
      <div className="actions">
        <h2>Preview</h2>
        <button type="button" aria-pressed={scheme === 'dark'} onClick={() => setScheme(other(scheme))}>
          Dark
        </button>
      </div>
      {/* A new frame for each URL: the script of the page would follow a new one in place, with the old style sheets. */}
      <iframe
        key={url}
        ref={frame}
        src={url}
        title="The site with these settings"
        onLoad={() => setLoads((count) => count + 1)}
      />
    </section>
  );
}

const other = (scheme: 'light' | 'dark') => (scheme === 'dark' ? 'light' : 'dark');
const delayMs = 250;

/** Dragging in a color picker changes the color many times a second. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), delayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
