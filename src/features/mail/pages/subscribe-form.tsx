import { maxMailAddressLength } from '../../../platform/http/api/mail-address.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { mailUrls } from '../api/urls.ts';
import { useMail } from './context.ts';

/** The form at the end of a page: all posts, each when it is published. Other choices are on the page for subscribers. */
export function SubscribeForm() {
  const { subscribe } = useMessages();
  if (!useMail().subscriptions) return null;
  const id = 'subscribe-footer';
  return (
    <form className={`subscribe-form ${id}`} method="post" action={mailUrls.subscribe}>
      <label htmlFor={id}>{subscribe.shortLabel}</label>
      <AddressField id={id} placeholder={subscribe.address} />
      <Decoy />
      <button type="submit">{subscribe.submit}</button>
      <a href={mailUrls.subscribe}>{subscribe.more}</a>
    </form>
  );
}

type AddressProps = { id: string; placeholder?: string; typed?: string; errorId?: string | undefined };

export const AddressField = ({ id, placeholder, typed, errorId }: AddressProps) => (
  <input
    id={id}
    type="email"
    name="address"
    required
    maxLength={maxMailAddressLength}
    autoComplete="email"
    dir="ltr"
    placeholder={placeholder}
    defaultValue={typed}
    aria-invalid={errorId !== undefined || undefined}
    aria-describedby={errorId}
  />
);

/** A honeypot: people never see this field, so only bots fill it in. */
export const Decoy = () => (
  <span className="decoy" aria-hidden="true">
    <input name="website" aria-label="Website" tabIndex={-1} autoComplete="off" />
  </span>
);
