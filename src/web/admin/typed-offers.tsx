import { Link } from 'react-router';
import { ShownDate } from '../ui/shown-date.tsx';
import { continueTyped, keepTyped, useAllTyped } from './typed.ts';

/** What was typed in some form and never saved waits here, wherever the person comes back to. */
export function TypedOffers({ here }: { here: string }) {
  const offers = useAllTyped().filter(({ path, aside }) => path !== here || aside);
  if (offers.length === 0) return null;
  return (
    <section className="offers" aria-label="Not saved yet">
      <ul>
        {offers.map(({ key, name, path, at }) => (
          <li key={key}>
            <span>
              Not saved yet: <strong>{name}</strong>, typed <ShownDate date={at} style="full" />
            </span>
            <span className="actions">
              <Link to={path} onClick={() => continueTyped(key)}>
                Continue
              </Link>
              <button type="button" className="quiet" onClick={() => keepTyped(key, null)}>
                Throw away
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
