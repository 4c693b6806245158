import './choices.css';

type Props<Value extends string> = {
  legend: string;
  name: string;
  options: readonly (readonly [value: Value, name: string, description: string])[];
  value: Value;
  onChange: (value: Value) => void;
  /** The URL of an image that shows the option, 4 to 3. */
  pictureOf?: (value: Value) => string;
};

/** One of a few options, each with a description. */
export function Choices<Value extends string>({ legend, name, options, ...props }: Props<Value>) {
  return (
    <fieldset className={props.pictureOf ? 'choices with-pictures' : 'choices'}>
      <legend>{legend}</legend>
      {options.map(([value, label, description]) => (
        <label key={value}>
          {props.pictureOf && (
            <img src={props.pictureOf(value)} alt="" width={560} height={420} loading="lazy" />
          )}
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span>
            <strong>{label}</strong> <span className="soft">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
