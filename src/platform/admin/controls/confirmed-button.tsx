import { useAction } from '../data/use-action.ts';
import { useConfirm } from './confirm.tsx';
import { ItemButton } from './item-button.tsx';

type Props = {
  /** On the button and in the dialog: `Remove`. */
  action: string;
  item: string;
  title: string;
  text: string;
  request: () => Promise<unknown>;
  done: string;
};

/** A button of a row that asks before it removes something. */
export function ConfirmedButton({ action, item, title, text, request, done }: Props) {
  const confirm = useConfirm();
  const run = useAction();
  const click = async () => {
    if (await confirm({ title, text, action })) await run(request, done);
  };
  return <ItemButton className="danger" action={action} item={item} onClick={click} />;
}
