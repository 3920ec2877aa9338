// A checkbox that keeps what was ticked when its form is shown again.
import { useChecked } from './Form.js';

type Props = Readonly<{
  name: string;
  label: string;
  checked: boolean;
  /** Distinguishes several of one page with the same name. */
  id?: string;
  value?: string;
  disabled?: boolean;
}>;

export function Checkbox({ name, label, checked, id = `campo-${name}`, value = 'sim', disabled = false }: Props) {
  const isChecked = useChecked(name, value, checked);
  return (
    <div class="check">
      <input type="checkbox" {...{ id, name, value, disabled }} checked={isChecked} />
      <label for={id}>{label}</label>
    </div>
  );
}
