import { useSearchParams } from 'react-router';

/** Changes the filters of a list in the URL, returns to its first page, and preserves the scroll position. */
export function useFilterChange() {
  const [params, setParams] = useSearchParams();
  return (change: Record<string, string>) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value);
      else next.delete(name);
    setParams(next, { replace: true, preventScrollReset: true });
  };
}

type Props = {
  label: string;
  parameter: string;
  value: string;
  options: Iterable<readonly [string, string]>;
};

export function FilterSelect({ label, parameter, value, options }: Props) {
  const changeFilters = useFilterChange();
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => changeFilters({ [parameter]: event.target.value })}>
        {[...options].map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
