import { type ReactNode, useId, useRef, useState } from 'react';
import { markedHtml } from '../../../content/document/compare/marked-html.ts';
import type { Choice } from '../../../content/document/compare/three-way.ts';
import { copyText } from '../../../platform/admin/controls/copy-text.ts';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { plural, t } from '../../../platform/messages/translate.ts';
import type { Post } from '../../posts/api/posts.ts';
import type { FieldConflict, Side } from './merge-fields.ts';
import {
  changesUndecided,
  conflictBaseUnknown,
  conflictExplained,
  contentCopied,
  contentNotCopied,
} from './messages.ts';
import type { PostValues } from './post-values.ts';
import { RenderedText } from './rendered-text.tsx';
import { type NumberedRegion, useMerge } from './use-merge.ts';
import './merge.css';

type Props = {
  /** The post as the form last loaded or saved it. */
  loaded: Post | null;
  mine: PostValues;
  theirs: Post;
  onMerge: (values: PostValues) => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
};

/** Shows what was changed here and elsewhere, block by block, and lets the author merge both or take one of them. */
export function ConflictDialog({ loaded, mine, theirs, onMerge, onKeepMine, onTakeTheirs, onClose }: Props) {
  const merge = useMerge(loaded, mine, theirs);
  const differences = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState('');
  const copy = async () => {
    setCopied((await copyText(mine.post_content)) ? contentCopied : contentNotCopied);
  };
  const changed = merge.regions.filter(({ number }) => number > 0).length;
  return (
    <Dialog
      title={
        mine.kind === 'page' ? t('This page was changed elsewhere') : t('This post was changed elsewhere')
      }
      onClose={onClose}
      wide
    >
      <p>
        {conflictExplained} {!merge.isLoading && !merge.hasBase && conflictBaseUnknown}
      </p>
      <section ref={differences} className="merge" aria-label={t('Differences')} aria-busy={merge.isLoading}>
        {merge.fields.map((field) => (
          <FieldChoice
            key={field.name}
            field={field}
            side={merge.sideOf(field.name)}
            onChoose={(side) => merge.chooseSide(field.name, side)}
          />
        ))}
        {merge.regions.map((region, place) =>
          region.number === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two versions never move
            <Unchanged key={place} blocks={region.mine} />
          ) : (
            <BlockChoice
              key={`change ${region.number}`}
              region={region}
              total={changed}
              choice={merge.choiceOf(region)}
              onChoose={(choice) => merge.choose(region, choice)}
            />
          ),
        )}
      </section>
      <details className="merge-result">
        <summary>{t('Preview of the merged text')}</summary>
        <RenderedText label={t('Merged text')} html={merge.content} />
      </details>
      <p role="status" className="soft">
        {copied || (merge.undecided > 0 && changesUndecided(merge.undecided))}
      </p>
      <p className="actions">
        <button type="button" className="quiet" onClick={onClose}>
          {t('Back to my text')}
        </button>
        <button type="button" className="quiet" onClick={() => void copy()}>
          {t('Copy mine')}
        </button>
        <button type="button" onClick={onTakeTheirs}>
          {t('Take theirs')}
        </button>
        <button type="button" onClick={onKeepMine}>
          {t('Keep mine')}
        </button>
        <button
          type="button"
          className="primary"
          aria-disabled={merge.isLoading || merge.undecided > 0}
          onClick={() => {
            if (merge.isLoading) return;
            // What is missing may be far above.
            if (merge.undecided > 0)
              differences.current?.querySelector<HTMLElement>('.undecided input')?.focus();
            else onMerge(merge.merged());
          }}
        >
          {mine.kind === 'page' ? t('Save the merged page') : t('Save the merged post')}
        </button>
      </p>
    </Dialog>
  );
}

function Unchanged({ blocks }: { blocks: readonly string[] }) {
  const count = plural(blocks.length, { one: '1 unchanged block', other: '{count} unchanged blocks' });
  return (
    <details className="unchanged">
      <summary>{count}</summary>
      <RenderedText html={blocks.join('')} />
    </details>
  );
}

const PleaseChoose = () => <span> · {t('please choose')}</span>;

const authors = {
  none: '',
  mine: t('changed by you'),
  theirs: t('changed elsewhere'),
  both: t('changed in both'),
};

type BlockProps = {
  region: NumberedRegion;
  total: number;
  choice: Choice | null;
  onChoose: (choice: Choice) => void;
};

function BlockChoice({ region, total, choice, onChoose }: BlockProps) {
  const name = useId();
  const marked = (side: Side) => {
    // Without a common base each side is compared with the other one.
    const base = region.base ?? (side === 'mine' ? region.theirs : region.mine);
    return markedHtml(base.join(''), region[side].join(''));
  };
  return (
    <fieldset className={choice ? undefined : 'undecided'}>
      <legend>
        {t('Change {number} of {total}, {author}', {
          number: region.number,
          total,
          author: authors[region.changedBy],
        })}
        {!choice && <PleaseChoose />}
      </legend>
      <Option name={name} label={t('Mine')} isChosen={choice === 'mine'} onChoose={() => onChoose('mine')}>
        <RenderedText html={marked('mine')} empty={t('Nothing: deleted here.')} />
      </Option>
      <Option
        name={name}
        label={t('Theirs')}
        isChosen={choice === 'theirs'}
        onChoose={() => onChoose('theirs')}
      >
        <RenderedText html={marked('theirs')} empty={t('Nothing: deleted there.')} />
      </Option>
      {region.mine.length > 0 && region.theirs.length > 0 && (
        <Option
          name={name}
          label={t('Both, mine first')}
          isChosen={choice === 'both'}
          onChoose={() => onChoose('both')}
        />
      )}
    </fieldset>
  );
}

type FieldProps = { field: FieldConflict; side: Side | null; onChoose: (side: Side) => void };

function FieldChoice({ field, side, onChoose }: FieldProps) {
  const name = useId();
  return (
    <fieldset className={side ? undefined : 'undecided'}>
      <legend>
        {field.label}
        {!side && <PleaseChoose />}
      </legend>
      <Option name={name} label={t('Mine')} isChosen={side === 'mine'} onChoose={() => onChoose('mine')}>
        <p>{field.mine}</p>
      </Option>
      <Option
        name={name}
        label={t('Theirs')}
        isChosen={side === 'theirs'}
        onChoose={() => onChoose('theirs')}
      >
        <p>{field.theirs}</p>
      </Option>
    </fieldset>
  );
}

type OptionProps = {
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  children?: ReactNode;
};

function Option({ name, label, isChosen, onChoose, children }: OptionProps) {
  const description = useId();
  return (
    <div className="option">
      <label>
        <input
          type="radio"
          name={name}
          checked={isChosen}
          aria-describedby={children ? description : undefined}
          onChange={onChoose}
        />
        {label}
      </label>
      {children && <div id={description}>{children}</div>}
    </div>
  );
}
