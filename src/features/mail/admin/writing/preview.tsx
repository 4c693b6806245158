import { useEffect, useRef, useState } from 'react';
import type { NewDraft } from '../../../../core/posts/api/writing.ts';
import { Dialog } from '../../../../platform/admin/controls/dialog.tsx';
import { FormError } from '../../../../platform/admin/controls/form-error.tsx';
import { errorMessage } from '../../../../platform/admin/frame/notices.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import type { MailPreview } from '../../api/writing.ts';
import { mailCalls } from '../calls.ts';
import './preview.css';

const views = ['HTML', t('Plain text')] as const;

/** What subscribers get, rendered by the server from what is typed. */
export function MailPreviewDialog({
  typed,
  isPublic,
  onClose,
}: {
  typed: NewDraft;
  isPublic: boolean;
  onClose(): void;
}) {
  const [mail, setMail] = useState<MailPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [view, setView] = useState<(typeof views)[number]>('HTML');
  const frame = useRef<HTMLIFrameElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the values when it was opened
  useEffect(() => {
    mailCalls.preview(typed).then(setMail, (failure) => setError(errorMessage(failure)));
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the dialog, not also the drawer that it was opened in
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Dialog title={t('Preview of the mail')} onClose={onClose} wide>
        <FormError message={error} />
        {!mail && !error && <p className="soft">{t('Loading …')}</p>}
        {mail && (
          <div className="mail-preview">
            <dl>
              <dt>{t('Subject')}</dt>
              <dd dir="auto">{mail.subject}</dd>
              <dt>{t('Preheader')}</dt>
              <dd dir="auto">{mail.preheader}</dd>
            </dl>
            <fieldset className="choices">
              <legend className="visually-hidden">{t('Show it as')}</legend>
              {views.map((name) => (
                <label key={name}>
                  <input
                    type="radio"
                    name="mail-view"
                    checked={view === name}
                    onChange={() => setView(name)}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
            {view === 'HTML' ? (
              // Without allow-scripts nothing in it can run; the same origin lets images of posts that are not public load.
              <iframe
                ref={frame}
                title={t('The mail as HTML')}
                sandbox="allow-same-origin"
                srcDoc={withoutStyles(mail.html)[0]}
                onLoad={() => show(frame.current, withoutStyles(mail.html)[1])}
              />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
              <pre tabIndex={0} dir="auto">
                {mail.text}
              </pre>
            )}
            {!isPublic && (
              <p className="soft">
                {t('Images of a post that is not public load here, but not in a test mail.')}
              </p>
            )}
          </div>
        )}
        <p className="actions">
          <button type="button" data-first-focus onClick={onClose}>
            {t('Close')}
          </button>
        </p>
      </Dialog>
    </div>
  );
}

/** The policy of this page lets no style element through, so its styles are added by script. */
function withoutStyles(html: string): [html: string, styles: string] {
  const [start, end] = [html.indexOf('<style>'), html.indexOf('</style>')];
  if (start < 0 || end < start) return [html, ''];
  return [
    html.slice(0, start) + html.slice(end + '</style>'.length),
    html.slice(start + '<style>'.length, end),
  ];
}

function show(frame: HTMLIFrameElement | null, styles: string): void {
  const view = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
  if (!view) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(styles);
  view.document.adoptedStyleSheets = [sheet];
  // Links lead nowhere: the author would lose sight of the text.
  view.document.addEventListener('click', (event) => event.preventDefault());
}
