import { type FormEvent, useState } from 'react';
import { urls } from '../../../platform/http/urls.ts';
import { messageFor, step } from '../counter.ts';
import { ThereImage } from './there-image.tsx';

type Props = { start: number; image: string; sign: string; messages: readonly string[] };

/** Counts in the browser; without JavaScript each button loads the page with the next count. */
export default function Counter({ start, image, sign, messages }: Props) {
  const [counter, setCounter] = useState(start);
  const count = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    // Relative to the state instead of the button's value: clicks may be faster than renders.
    const by = submitter?.textContent === '+' ? 1 : -1;
    setCounter((counter) => step(counter, by));
  };
  return (
    <div className="counter">
      <ThereImage counter={counter} title={image} sign={sign} />
      <p className="counter-message" aria-live="polite">
        {messageFor(counter, messages)}
      </p>
      <form className="counter-row" action={urls.there} onSubmit={count}>
        <button type="submit" name="count" value={step(counter, -1)}>
          -
        </button>
        <output>{counter}</output>
        <button type="submit" name="count" value={step(counter, 1)} className="primary">
          +
        </button>
      </form>
    </div>
  );
}
