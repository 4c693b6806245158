import { useEffect, useRef, useState } from 'react';
import type { MailPreview } from '../../../contract/mail-writing.ts';
import type { NewDraft } from '../../../contract/writing.ts';
import { Dialog } from '../controls/dialog.tsx';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { errorMessage } from '../frame/notices.tsx';
import './mail-preview.css';

const views = ['HTML', 'Plain text'] as const;

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
    adminApi.previewMail(typed).then(setMail, (failure) => setError(errorMessage(failure)));
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the dialog, not also the drawer that it was opened in
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Dialog title="Preview of the mail" onClose={onClose} wide>
        <FormError message={error} />
        {!mail && !error && <p className="soft">Loading …</p>}
        {mail && (
          <div className="mail-preview">
            <dl>
              <dt>Subject</dt>
              <dd dir="auto">{mail.subject}</dd>
              <dt>Preheader</dt>
              <dd dir="auto">{mail.preheader}</dd>
            </dl>
            <fieldset className="choices">
              <legend className="visually-hidden">Show it as</legend>
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
                title="The mail as HTML"
                sandbox="allow-same-origin"
                srcDoc={mail.html}
                onLoad={() => stayHere(frame.current)}
              />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
              <pre tabIndex={0} dir="auto">
                {mail.text}
              </pre>
            )}
            {!isPublic && (
              <p className="soft">Images of a post that is not public load here, but not in a test mail.</p>
            )}
          </div>
        )}
        <p className="actions">
          <button type="button" data-first-focus onClick={onClose}>
            Close
          </button>
        </p>
      </Dialog>
    </div>
  );
}

/** Links lead nowhere: the author would lose sight of the text. */
function stayHere(frame: HTMLIFrameElement | null): void {
  frame?.contentDocument?.addEventListener('click', (event) => event.preventDefault());
}
