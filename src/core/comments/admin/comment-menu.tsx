import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { maxBlockedWordLength } from '../../../platform/http/api/limits.ts';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { QueuedComment } from '../api/comments.ts';
import type { PersonState } from '../api/people.ts';
import * as messages from '../messages.ts';
import { linkedParts } from '../rules/linked-parts.ts';
import { commentCalls } from './calls.ts';

type Props = {
  comment: QueuedComment;
  onEdit: () => void;
  onChange: (change: Partial<QueuedComment>) => void;
};

/** What is needed less often: editing, and what happens to further comments of the same person, address or kind. */
export function CommentMenu({ comment, onEdit, onChange }: Props) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isBlocking, setBlocking] = useState(false);
  const { notify, reportError } = useNotices();
  const { person_state, user_name } = comment;
  const run = (work: () => Promise<unknown>) => () => {
    menu.current?.hidePopover();
    void work().catch(reportError);
  };
  const setPerson = (state: PersonState) => async () => {
    const { person } = await commentCalls.setAuthor({ commentId: comment.id, state });
    onChange({ person_state: state });
    const undo = async () => {
      await commentCalls.removePerson({ person }).catch(reportError);
      onChange({ person_state: 'none' });
    };
    notify(state === 'trusted' ? messages.personTrusted(user_name) : messages.personBlocked(user_name), undo);
  };
  const blockAddress = async () => {
    const block = await commentCalls.block({ comment_id: comment.id });
    notify(messages.ipAddressBlocked(user_name), async () => {
      await commentCalls.removeBlock({ id: block.id }).catch(reportError);
    });
  };
  const block = async (word: string) => {
    const { id, label } = await commentCalls.block({ word });
    notify(messages.wordBlocked(label), async () => {
      await commentCalls.removeBlock({ id }).catch(reportError);
    });
  };
  return (
    <>
      <button
        type="button"
        className="quiet more"
        popoverTarget={id}
        aria-label={t('More for the comment of {name}', { name: user_name })}
        title={t('More')}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <div ref={menu} id={id} className="comment-menu" popover="auto">
        <button type="button" className="quiet" aria-keyshortcuts="e" onClick={run(async () => onEdit())}>
          {t('Edit')}
        </button>
        {person_state !== null && person_state !== 'trusted' && (
          <button type="button" className="quiet" onClick={run(setPerson('trusted'))}>
            {t('Trust this person')}
          </button>
        )}
        {person_state !== null && person_state !== 'blocked' && (
          <button type="button" className="quiet danger" onClick={run(setPerson('blocked'))}>
            {t('Block this person')}
          </button>
        )}
        {comment.address_known && (
          <button type="button" className="quiet danger" onClick={run(blockAddress)}>
            {t('Block this IP address')}
          </button>
        )}
        {hostsIn(comment).map((host) => (
          <button key={host} type="button" className="quiet danger" onClick={run(() => block(host))}>
            {t('Block links to {host}', { host })}
          </button>
        ))}
        <button type="button" className="quiet danger" onClick={run(async () => setBlocking(true))}>
          {t('Block a word…')}
        </button>
        <Link to={`${urls.admin}/comments/people`}>{t('Trusted people')}</Link>
        <Link to={`${urls.admin}/comments/people?show=words`}>{t('Blocked words and hosts')}</Link>
        <Link to={`${urls.admin}/settings/conversation`}>{t('When comments close')}</Link>
      </div>
      {isBlocking && <BlockWord onBlock={block} onClose={() => setBlocking(false)} />}
    </>
  );
}

const maxHosts = 3;

/** The hosts that a comment leads to. */
function hostsIn({ comment_text, author_url }: QueuedComment): string[] {
  const found = [author_url, ...linkedParts(comment_text).map(({ url }) => url)]
    .flatMap((url) => (url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : []))
    .filter((host) => host.length <= maxBlockedWordLength);
  return [...new Set(found)].slice(0, maxHosts);
}

type BlockProps = { onBlock: (word: string) => Promise<void>; onClose: () => void };

function BlockWord({ onBlock, onClose }: BlockProps) {
  const [word, setWord] = useState('');
  const block = async () => {
    await onBlock(word);
    onClose();
  };
  return (
    <Dialog title={t('Block a word')} onClose={onClose}>
      <Form submitLabel={t('Block')} onSubmit={block} onCancel={onClose}>
        <TextField
          label={t('Word')}
          hint={t(
            'New comments that contain it are refused: a word, up to five words in a row, or a host name.',
          )}
          maxLength={maxBlockedWordLength}
          autoComplete="off"
          autoCapitalize="none"
          data-first-focus
          value={word}
          onChange={setWord}
        />
      </Form>
    </Dialog>
  );
}
