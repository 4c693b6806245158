import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../platform/messages/translate.ts';
import { type Appearance, appearancePreviewUrl } from '../../api/appearance.ts';
import { useSite } from '../../pages/site-context.ts';
import './design.css';

type Props = {
  /** One that is not saved. */
  appearance?: Appearance;
  /** A style sheet that is not saved. */
  css?: string;
  /** What it is loaded again for, when it differs. */
  of?: unknown;
  /** Whether it is about the end of the page. */
  end?: boolean;
};

/** The home page in a frame, with what is not saved yet. It is to look at: links and forms in it do nothing. */
export function SitePreview({ appearance, css, of, end = false }: Props) {
  const site = useSite();
  const frame = useRef<HTMLIFrameElement>(null);
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [loads, setLoads] = useState(0);
  const url = useLater(appearancePreviewUrl(appearance ?? site));

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
    if (css !== undefined) {
      const sheet = new Sheet();
      sheet.replaceSync(css);
      page.adoptedStyleSheets = [sheet];
    }
    if (end) page.documentElement.scrollTop = page.documentElement.scrollHeight;
  }, [css, scheme, loads]);

  return (
    <section className="site-preview" aria-label={t('Preview')}>
      <div className="actions">
        <h2>{t('Preview')}</h2>
        <button type="button" aria-pressed={scheme === 'dark'} onClick={() => setScheme(other(scheme))}>
          {t('Dark')}
        </button>
      </div>
      {/* A new frame for each URL: the script of the page would follow a new one in place, with the old style sheets. */}
      <iframe
        key={`${url} ${JSON.stringify(of)}`}
        ref={frame}
        src={url}
        title={t('The site with these settings')}
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
