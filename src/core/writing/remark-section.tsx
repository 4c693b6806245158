import { maxNameLength } from '../../platform/http/api/limits.ts';
import { useMessages } from '../../platform/web/messages.ts';
import {
  maxQuoteLength,
  maxRemarkLength,
  maxWordingLength,
  type NewRemark,
  type Remark,
  type Remarks,
} from './api.ts';

/** Sent without JavaScript or with it, and not stored. */
export type RejectedRemark = { error: string; sent: NewRemark };

type Props = Remarks & { action: string; isSent: boolean; rejected: RejectedRemark | undefined };

const optionLength = 70;

/** What people with the link said and were answered, and the form. Marking a passage in the text needs JavaScript. */
export function RemarkSection({ remarks, paragraphs, action, isSent, rejected }: Props) {
  const messages = useMessages();
  const texts = messages.remarks;
  const { error, sent } = rejected ?? {};
  return (
    <section id="remarks" className="comments" aria-labelledby="remarks-title">
      <h2 id="remarks-title">{texts.title}</h2>
      {/* The page opens here, and the button may be far below. */}
      <p className="error" role="alert">
        {error}
      </p>
      {isSent ? (
        <p className="thank-you" role="status">
          {texts.sent}
        </p>
      ) : (
        <p>{texts.intro}</p>
      )}
      {remarks.map((remark) => (
        <Said key={remark.id} remark={remark} />
      ))}
      <form className="comment-form remark-form" method="post" action={action}>
        <p className="field">
          <label htmlFor="remark-name">{messages.name}</label>
          <input
            id="remark-name"
            name="name"
            maxLength={maxNameLength}
            autoComplete="nickname"
            placeholder={messages.anonymous}
            defaultValue={sent?.name}
          />
        </p>
        <p className="field">
          <label htmlFor="remark-paragraph">{texts.paragraph}</label>
          <select id="remark-paragraph" name="paragraph" defaultValue={sent?.paragraph}>
            <option value="">{texts.wholeText}</option>
            {paragraphs.map(({ key, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same
              <option key={at} value={key}>
                {`${at + 1}. ${text.length > optionLength ? `${text.slice(0, optionLength)}…` : text}`}
              </option>
            ))}
          </select>
        </p>
        {(
          [
            ['quote', texts.passage, maxQuoteLength, 2],
            ['remark', texts.remark, maxRemarkLength, 4],
            ['wording', texts.wording, maxWordingLength, 3],
          ] as const
        ).map(([name, label, maxLength, rows]) => (
          <p key={name} className="field">
            <label htmlFor={`remark-${name}`}>{label}</label>
            <textarea
              id={`remark-${name}`}
              name={name}
              rows={rows}
              maxLength={maxLength}
              defaultValue={sent?.[name]}
            />
          </p>
        ))}
        <button type="submit" className="primary">
          {texts.send}
        </button>
        <button type="button" className="primary remark-mark" hidden>
          {texts.mark}
        </button>
      </form>
    </section>
  );
}

function Said({
  remark: { name, quote, paragraph, proposal, remark, answer, resolved },
}: {
  remark: Remark;
}) {
  const messages = useMessages();
  return (
    <div className="comment-text">
      <p>
        <strong>{name || messages.anonymous}</strong> {resolved && `· ${messages.remarks.resolved}`}
      </p>
      {(quote || paragraph) && <blockquote>{quote || paragraph}</blockquote>}
      {remark && <p>{remark}</p>}
      {proposal && <ins>{proposal}</ins>}
      {answer && (
        <p>
          <strong>{messages.remarks.answer}:</strong> {answer}
        </p>
      )}
    </div>
  );
}
