import { type CSSProperties, useMemo } from 'react';
import { t } from '../../../platform/messages/translate.ts';

type Props = {
  html: string;
  /** Names the text for screen readers, and lets keyboard users scroll it. */
  label?: string;
  /** Shown instead of an empty text. */
  empty?: string;
};

/** What the style sheet adds to changed words, because screen readers say little about `ins` and `del`. */
const marks = {
  '--inserted': `" [${t('inserted:')}] "`,
  '--deleted': `" [${t('deleted:')}] "`,
  '--end': `" [${t('end of the change')}] "`,
} as CSSProperties;

/** The text of a post as readers see it. Links and players in it are inert: it is compared, not used. */
export function RenderedText({ html, label, empty }: Props) {
  const safe = useMemo(() => inert(html), [html]);
  if (safe.trim() === '' && empty) return <p className="soft">{empty}</p>;
  const content = (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: made from stored text, which is sanitized, and cleaned again
    <div className="content rendered" style={marks} dangerouslySetInnerHTML={{ __html: safe }} />
  );
  if (!label) return content;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the text
    <section className="rendered-page" aria-label={label} tabIndex={0}>
      {content}
    </section>
  );
}

const unsafe = 'script, style, iframe, object, embed, form, input, button, link, meta, base, .anchor';

/**
 * The editor's HTML has not passed the server's sanitizer yet. Parsed as a document of its own, nothing in it runs or loads;
 * what could act is removed before it is shown.
 */
function inert(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(unsafe)) element.remove();
  for (const element of body.querySelectorAll('*'))
    for (const { name } of [...element.attributes])
      if (/^on|^id$|^tabindex$/i.test(name)) element.removeAttribute(name);
  for (const link of body.querySelectorAll('a')) link.removeAttribute('href');
  for (const player of body.querySelectorAll('audio, video')) player.setAttribute('preload', 'none');
  return body.innerHTML;
}
