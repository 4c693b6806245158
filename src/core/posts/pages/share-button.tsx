import { useMessages } from '../../../platform/web/messages.ts';

/** Shares the page, or copies its URL (client/share.ts). It needs the script, so the style sheet hides it without JavaScript. */
export function ShareButton() {
  const messages = useMessages();
  return (
    <p className="share">
      <button type="button" className="quiet" data-share={messages.linkCopied}>
        {messages.share}
      </button>
      <span role="status" />
    </p>
  );
}
