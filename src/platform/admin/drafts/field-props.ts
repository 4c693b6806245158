type Form<Values> = { values: Values; change(part: Partial<Values>): void };

/** What a controlled field of a form needs: `<TextField {...field('title')} />`. */
export const fieldProps =
  <Values extends object>({ values, change }: Form<Values>) =>
  <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => change({ [name]: value } as unknown as Partial<Values>),
  });
