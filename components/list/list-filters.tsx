import { useRef } from 'react'
import { Input, Select } from '@/components/ui/field'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { useAddressField } from './list-address'
import { type ListFilter, parametersOf } from './list-column'

/** How long after the last keystroke the search starts. */
export const TYPING_MS = 250

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
  const fields = useRef<HTMLDivElement>(null)
  const names = filters.flatMap(parametersOf)
  const clear = () => {
    change(Object.fromEntries(names.map((name) => [name, null])))
    // The button disappears after clearing, so move the focus to the first field.
    fields.current?.querySelector<HTMLElement>('input, select')?.focus()
  }
  return (
    <div ref={fields} id={id} className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} params={params} change={change} />
      ))}
      {names.some((name) => params.get(name)) && (
        <Button variant="ghost" onClick={clear} className="justify-self-start">
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
    return bounds.map((bound) => <DayField key={bound.name} {...bound} params={params} change={change} />)
  }
  return filter.kind === 'choice' ? (
    <ChoiceField filter={filter} params={params} change={change} />
  ) : (
    <TextField filter={filter} params={params} change={change} />
  )
}

function DayField({ name, label, params, change }: FilterProps & { name: string; label: string }) {
  const { typed, type } = useAddressField({
    name,
    value: params.get(name) ?? '',
    // While the year is typed, the field reports the years 2, 20 and 202.
    change: (changes) => !isHalfTyped(changes[name]) && change(changes),
  })
  return (
    <Field label={label} className="min-w-0 sm:w-34">
      {(control) => (
        <Input {...control} type="date" value={typed} onChange={({ target }) => type(target.value)} />
      )}
    </Field>
  )
}

function isHalfTyped(day: string | null | undefined): boolean {
  return Boolean(day?.startsWith('0'))
}

type ChoiceFieldProps = FilterProps & { filter: Extract<ListFilter, { kind: 'choice' }> }

function ChoiceField({ filter: { name, label, all, options }, params, change }: ChoiceFieldProps) {
  const { typed, type } = useAddressField({ name, value: params.get(name) ?? '', change })
  return (
    <Field label={label} className="col-span-2 sm:w-40">
      {(control) => (
        <Select {...control} value={typed} onChange={({ target }) => type(target.value)}>
          <option value="">{all ?? 'All'}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type TextFieldProps = FilterProps & { filter: Extract<ListFilter, { kind: 'text' }> }

function TextField({ filter: { name, label, placeholder }, params, change }: TextFieldProps) {
  const value = params.get(name) ?? ''
  const { typed, type, put } = useAddressField({ name, value, change, delayMs: TYPING_MS })
  return (
    <Field label={label} className="col-span-2 sm:w-40">
      {(control) => (
        <Input
          {...control}
          maxLength={200}
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={() => put(typed)}
        />
      )}
    </Field>
  )
}
