import { useState } from 'react';
import type { Shared } from '../../../core/site/api/site.ts';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { formatList, t } from '../../../platform/messages/translate.ts';
import type { ChangeableShare } from '../../conversation/api.ts';
import { sharingCalls } from './calls.ts';

export type Question = {
  postId: number;
  action: 'update' | 'delete';
  shares: ChangeableShare[];
};

type Props = Question & { onClose: () => void };

const texts = {
  update: {
    title: (networks: string) => t('Also change it on {networks}?', { networks }),
    question: t('This post was shared there. Choose where you want to change it, or leave it as it is.'),
    button: t('Change there'),
    done: t('changed'),
  },
  delete: {
    title: (networks: string) => t('Also delete it on {networks}?', { networks }),
    question: t('This post was shared there. Choose where you want to delete it, or leave it as it is.'),
    button: t('Delete there'),
    done: t('deleted'),
  },
};

export function SharesDialog({ postId, action, shares, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [results, setResults] = useState<readonly Shared[]>([]);
  const { busy, error, send } = useSend();
  const { title, question, button, done } = texts[action];
  const names = shares.map(({ network }) => network);
  const isDone = (name: string) => results.some((result) => result.network === name && !result.error);
  const isFinished = chosen.length > 0 && chosen.every(isDone);
  const run = () =>
    send(async () => {
      const networks = names.filter((name) => chosen.includes(name) && !isDone(name));
      const fresh = await sharingCalls[action]({ id: postId, networks });
      setResults((before) => [
        ...before.filter(({ network }) => !networks.some((n) => n === network)),
        ...fresh,
      ]);
    });
  return (
    <Dialog title={title(formatList(names))} onClose={onClose}>
      <p>{question}</p>
      {shares.map(({ network, has_edits }) => (
        <div className="field" key={network}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(network)}
              disabled={isDone(network)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, network] : chosen.filter((name) => name !== network))
              }
            />{' '}
            {network}
          </label>
          {action === 'update' && !has_edits && (
            <span className="soft">
              {t(
                '{network} has no edits: the post is deleted there, with its replies and likes, and shared anew.',
                { network },
              )}
            </span>
          )}
        </div>
      ))}
      <ul className="shared" role="status">
        {results.map((result) => (
          <li key={result.network} className={result.error ? 'failed' : undefined}>
            {result.network}: {result.error ?? done}
          </li>
        ))}
        {error && <li className="failed">{error}</li>}
      </ul>
      <p className="actions">
        <button type="button" data-first-focus onClick={onClose}>
          {isFinished ? t('Close') : t('Leave it there')}
        </button>
        {!isFinished && (
          <button
            type="button"
            className={action === 'delete' ? 'danger' : 'primary'}
            disabled={chosen.length === 0}
            aria-disabled={busy}
            onClick={() => void run()}
          >
            {results.some((result) => result.error) ? t('Try again') : button}
          </button>
        )}
      </p>
    </Dialog>
  );
}
