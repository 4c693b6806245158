import { useId } from 'react';
import { Switch } from '../controls/switch.tsx';

type Props = {
  label: string;
  hint: string;
  checked: boolean;
  isDisabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch with a sentence that says what it does. */
export function ExplainedSwitch({ label, hint, checked, isDisabled = false, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <Switch
        label={label}
        aria-describedby={id}
        disabled={isDisabled}
        checked={checked}
        onChange={onChange}
      />
      <span id={id} className="soft">
        {hint}
      </span>
    </div>
  );
}
