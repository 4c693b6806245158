import type { Category } from '../../../core/posts/terms/api/categories.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { type Choices, choices, usualChoices } from '../api/subscriptions.ts';

/** What a form asks for; null when it asks for some categories and names none. */
export function choicesIn(form: URLSearchParams): Choices | null {
  const isSome = form.get('posts') === 'some';
  const { data } = choices.safeParse({
    frequency: form.get('frequency') === 'weekly' ? 'weekly' : usualChoices.frequency,
    all_posts: !isSome,
    categories: isSome ? form.getAll('category').map(Number) : [],
  });
  return data && (data.all_posts || data.categories.length > 0) ? data : null;
}

type Props = { chosen: Choices; categories: readonly Category[] };

/** The fields for `choicesIn`. Without categories on the site there is nothing to choose between. */
export function ChoiceFields({ chosen, categories }: Props) {
  const { subscribe } = useMessages();
  return (
    <>
      {categories.length > 0 && (
        <fieldset className="choices">
          <legend>{subscribe.which}</legend>
          <Radio name="posts" value="all" isChosen={chosen.all_posts} label={subscribe.all} />
          <Radio name="posts" value="some" isChosen={!chosen.all_posts} label={subscribe.some} />
          <ul className="category-choices" aria-label={subscribe.some}>
            {categories.map(({ id, category_path, title }) => (
              <li key={id} style={{ paddingInlineStart: `${category_path.split('.').length * 1.5}rem` }}>
                <label>
                  <input
                    type="checkbox"
                    name="category"
                    value={id}
                    defaultChecked={chosen.categories.includes(id)}
                  />
                  <span dir="auto">{title}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <fieldset className="choices">
        <legend>{subscribe.often}</legend>
        <Radio
          name="frequency"
          value="at-once"
          isChosen={chosen.frequency === 'at-once'}
          label={subscribe.atOnce}
        />
        <Radio
          name="frequency"
          value="weekly"
          isChosen={chosen.frequency === 'weekly'}
          label={subscribe.weekly}
        />
      </fieldset>
    </>
  );
}

const Radio = ({
  name,
  value,
  label,
  isChosen,
}: {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
}) => (
  <label>
    <input type="radio" name={name} value={value} defaultChecked={isChosen} />
    <span>{label}</span>
  </label>
);
