import { useEffect, useRef, useState } from 'react';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { previewFailed } from './messages.ts';
import { draftOf } from './post-draft.ts';
import type { PostValues } from './post-values.ts';

const delayMs = 600;

const bodyOf = (values: PostValues): URLSearchParams =>
  new URLSearchParams({ post: JSON.stringify(draftOf(values)) });

/** What the typed text looks like to readers, rendered by the server. It follows the text and keeps its place. */
export function TypedPreview({ values }: { values: PostValues }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first, setFirst] = useState<string | null>(null);
  const [error, setError] = useState('');
  const isShown = useRef(false);
  const body = bodyOf(values).toString();

  useEffect(() => {
    const canceled = new AbortController();
    const show = (html: string) => {
      setError('');
      if (!isShown.current) setFirst(html);
      else replaceMain(frame.current, html);
      isShown.current = true;
    };
    const load = async () => {
      try {
        const response = await fetch(urls.typedPreview, {
          method: 'POST',
          body: new URLSearchParams(body),
          signal: canceled.signal,
        });
        if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
        show(await response.text());
      } catch (failure) {
        if (canceled.signal.aborted) return;
        console.error(failure);
        setError(previewFailed);
      }
    };
    const timer = setTimeout(() => void load(), isShown.current ? delayMs : 0);
    return () => {
      canceled.abort();
      clearTimeout(timer);
    };
  }, [body]);

  return (
    <aside className="typed-preview" aria-label={t('Preview')}>
      <p className="error" role="alert">
        {error}
      </p>
      {first !== null && (
        // Without allow-scripts nothing in it can run; the same origin lets this page replace its content.
        <iframe
          ref={frame}
          title={t('Preview of the post')}
          sandbox="allow-same-origin"
          srcDoc={first}
          onLoad={() => stayOnPage(frame.current)}
        />
      )}
    </aside>
  );
}

/** Links in the preview lead nowhere: the author would lose sight of the text. */
function stayOnPage(frame: HTMLIFrameElement | null): void {
  for (const type of ['click', 'submit'])
    frame?.contentDocument?.addEventListener(type, (event) => event.preventDefault());
}

/** Replaces what the page shows instead of loading it again, so that it neither flickers nor scrolls. */
function replaceMain(frame: HTMLIFrameElement | null, html: string): void {
  const view = frame?.contentWindow;
  const old = view?.document.querySelector('main');
  const fresh = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
  if (!view || !old || !fresh) return;
  const { scrollX, scrollY } = view;
  old.replaceWith(fresh);
  view.scrollTo(scrollX, scrollY);
}

/** Opens the preview in a tab of its own, as a form would. */
export function openTypedPreview(values: PostValues): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: urls.typedPreview, target: '_blank', hidden: true });
  const field = document.createElement('textarea');
  Object.assign(field, { name: 'post', value: bodyOf(values).get('post') ?? '' });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
