import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Select } from '../ui/select'
import { type ListFilter, parametersOf } from './list-column'

type FilterProps = {
  params: URLSearchParams
  change: (changes: Record<string, string | null>) => void
}

export function ListFilters({
  id,
  filters,
  params,
  change,
}: FilterProps & { id: string; filters: ListFilter[] }) {
  const names = filters.flatMap(parametersOf)
  return (
    <div id={id} className="flex flex-wrap items-end gap-3">
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} params={params} change={change} />
      ))}
      {names.some((name) => params.get(name)) && (
        <Button variant="ghost" onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}>
          Clear
        </Button>
      )}
    </div>
  )
}

function FilterField({ filter, params, change }: FilterProps & { filter: ListFilter }) {
  if (filter.kind === 'days') {
    const bounds = [
      { name: `${filter.name}_from`, label: `${filter.label} from` },
      { name: `${filter.name}_to`, label: `${filter.label} to` },
    ]
    return bounds.map(({ name, label }) => (
      <Field key={name} label={label} className="w-40">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={params.get(name) ?? ''}
            onChange={({ target }) => change({ [name]: target.value || null })}
          />
        )}
      </Field>
    ))
  }
  const { name, label } = filter
  return (
    <Field label={label} className="w-40">
      {(control) =>
        filter.kind === 'choice' ? (
          <Select
            {...control}
            value={params.get(name) ?? ''}
            onChange={({ target }) => change({ [name]: target.value || null })}
          >
            <option value="">{filter.all ?? 'All'}</option>
            {filter.options.map(({ value, label: option }) => (
              <option key={value} value={value}>
                {option}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...control}
            maxLength={200}
            placeholder={filter.placeholder}
            defaultValue={params.get(name) ?? ''}
            onBlur={({ target }) => change({ [name]: target.value.trim() || null })}
            onKeyDown={({ key, currentTarget }) =>
              key === 'Enter' && change({ [name]: currentTarget.value.trim() || null })
            }
          />
        )
      }
    </Field>
  )
}
