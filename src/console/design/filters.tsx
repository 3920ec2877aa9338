// Fields of the forms that filter a list: small, and without a hint.
type ChoiceProps = Readonly<{
  label: string;
  name: string;
  value: string | number | null | undefined;
  all: string;
  children: readonly (readonly [value: string, label: string])[];
}>;

/** A value that is none of the choices stays chosen: the list is filtered by it. */
export function Choice({ label, name, value, all, children }: ChoiceProps) {
  const chosen = String(value ?? '');
  const isOffered = chosen === '' || children.some(([each]) => each === chosen);
  return (
    <label>
      {label}
      <select class="form-select form-select-sm" name={name}>
        <option value="">{all}</option>
        {[...children, ...(isOffered ? [] : [[chosen, chosen] as const])].map(([each, text]) => (
          <option value={each} selected={each === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function MonthFilter({ value }: Readonly<{ value: string | null | undefined }>) {
  return (
    <label>
      Competência
      <input class="form-control form-control-sm" type="month" name="period" value={value ?? ''} />
    </label>
  );
}

type CompanyFilterProps = Readonly<{
  companies: readonly Readonly<{ companyId: number; legalName: string }>[];
  value: number | null | undefined;
}>;

export function CompanyFilter({ companies, value }: CompanyFilterProps) {
  return (
    <Choice label="Empresa" name="companyId" value={value} all="Todas">
      {companies.map(({ companyId, legalName }) => [String(companyId), legalName])}
    </Choice>
  );
}
