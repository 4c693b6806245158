import { useState } from 'react';
import { messageFor, step } from '../../rules/counter.ts';
import { PageMeta } from './page-meta.tsx';
import { ThereImage } from './there-image.tsx';
import { useSite } from './use-site.ts';

export function Component() {
  const site = useSite();
  const [counter, setCounter] = useState(0);
  return (
    <div className="counter">
      <PageMeta
        site={site}
        title="There"
        description="A counter. It goes up, it goes down, and it has something to say."
        path="/apps/there"
      />
      <h1 className="visually-hidden">There</h1>
      <ThereImage counter={counter} />
      <p className="counter-message" aria-live="polite">
        {messageFor(counter)}
      </p>
      <div className="counter-row">
        <button type="button" onClick={() => setCounter(step(counter, -1))}>
          -
        </button>
        <output>{counter}</output>
        <button type="button" className="primary" onClick={() => setCounter(step(counter, 1))}>
          +
        </button>
      </div>
      <noscript>
        <p className="banner">The counter needs JavaScript to count.</p>
      </noscript>
    </div>
  );
}
