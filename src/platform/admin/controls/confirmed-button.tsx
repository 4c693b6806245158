import { useAction } from '../data/use-action.ts';
import { useConfirm } from './confirm.tsx';

type Props = {
  /** On the button and in the dialog: `Remove`. */
  action: string;
  /** What it concerns, for people who hear the button's name. */
  of: string;
  title: string;
  text: string;
  request: () => Promise<unknown>;
  done: string;
};

/** A button of a row that asks before it removes something. */
export function ConfirmedButton({ action, of, title, text, request, done }: Props) {
  const confirm = useConfirm();
  const run = useAction();
  const click = async () => {
    if (await confirm({ title, text, action })) await run(request, done);
  };
  return (
    <button type="button" className="danger" aria-label={`${action} ${of}`} onClick={() => void click()}>
      {action}
    </button>
  );
}
