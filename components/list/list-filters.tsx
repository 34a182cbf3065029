import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input, Select } from '@/components/ui/field'
import { dayIn } from '@/lib/time/zone'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { Field } from '../ui/field'
import { useDayText, useZone } from '../ui/timestamp'
import { isSame, PRESETS } from './day-presets'
import { useAddressField } from './list-address'
import { type ListFilter, parametersOf } from './list-column'

/** Delay from the last keystroke to the start of the search. */
export const TYPING_MS = 250

type FilterProps = {
  params: URLSearchParams
  change: (changes: Record<string, string | null>) => void
}

export function usedFilters(filters: ListFilter[], params: URLSearchParams): ListFilter[] {
  return filters.filter((filter) => parametersOf(filter).some((name) => params.get(name)))
}

/** The filters that narrow the list, each with a button that takes it back. */
export function FilterChips({ active, params, change }: FilterProps & { active: ListFilter[] }) {
  const dayText = useDayText()
  const zone = useZone()
  if (active.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="flex flex-wrap gap-2">
      {active.map((filter) => (
        <li key={filter.name}>
          <button
            type="button"
            onClick={() => change(Object.fromEntries(parametersOf(filter).map((name) => [name, null])))}
            className="inline-flex h-7 max-w-full items-center gap-1 rounded-full border bg-muted px-2.5 text-[0.8125rem] hover:bg-surface"
          >
            <span className="sr-only">Remove filter</span>
            <span className="truncate">
              {filter.label}: {valueWords(filter, params, dayText, dayIn(zone, new Date()))}
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function valueWords(
  filter: ListFilter,
  params: URLSearchParams,
  dayText: (day: string) => string,
  today: Date,
): string {
  if (filter.kind === 'days') {
    const from = params.get(`${filter.name}_from`) ?? ''
    const to = params.get(`${filter.name}_to`) ?? ''
    const preset = PRESETS.find(({ daysOf }) => isSame(daysOf(today), { from, to }))
    if (preset) return preset.text
    if (from === '' || to === '') return from === '' ? `until ${dayText(to)}` : `from ${dayText(from)}`
    // Not `formatRange`: Node.js and browsers differ in the spaces that it writes.
    return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
  }
  const value = params.get(filter.name) ?? ''
  if (filter.kind === 'text') return value
  return filter.options.find((option) => option.value === value)?.label ?? value
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
  if (filter.kind === 'days') return <DaysField filter={filter} params={params} change={change} />
  return filter.kind === 'choice' ? (
    <ChoiceField filter={filter} params={params} change={change} />
  ) : (
    <TextField filter={filter} params={params} change={change} />
  )
}

type DaysFieldProps = FilterProps & { filter: Extract<ListFilter, { kind: 'days' }> }

/** A period by name, or by its first and last day. */
function DaysField({ filter: { name, label }, params, change }: DaysFieldProps) {
  const [from, to] = [`${name}_from`, `${name}_to`]
  const days = { from: params.get(from) ?? '', to: params.get(to) ?? '' }
  const isAny = days.from === '' && days.to === ''
  const today = dayIn(useZone(), new Date())
  const preset = PRESETS.find(({ daysOf }) => isSame(daysOf(today), days))
  const initial = isAny ? '' : (preset?.value ?? 'custom')
  const [choice, setChoice] = useState(initial)
  const isCustom = choice === 'custom'
  // Arrow keys are faster than the page: what they chose stands until the page has caught up.
  useEffect(() => {
    const inAddress = new URLSearchParams(window.location.search)
    const isCurrent = (inAddress.get(from) ?? '') === days.from && (inAddress.get(to) ?? '') === days.to
    if (isCurrent) setChoice((before) => (before === 'custom' && initial !== '' ? before : initial))
  }, [initial, days.from, days.to, from, to])
  const choose = (value: string) => {
    setChoice(value)
    if (value === 'custom') return
    const days = PRESETS.find((each) => each.value === value)?.daysOf(today)
    change({ [from]: days?.from ?? null, [to]: days?.to ?? null })
  }
  return (
    <>
      <Field label={label} className={classNames('min-w-0 sm:w-36', isCustom && 'max-sm:col-span-2')}>
        {(control) => (
          <Select {...control} value={choice} onChange={({ target }) => choose(target.value)}>
            <option value="">Any time</option>
            {PRESETS.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
            <option value="custom">Custom</option>
          </Select>
        )}
      </Field>
      {isCustom && (
        <>
          <DayField name={from} label={`${label} from`} params={params} change={change} />
          <DayField name={to} label={`${label} to`} params={params} change={change} />
        </>
      )}
    </>
  )
}

function DayField({ name, label, params, change }: FilterProps & { name: string; label: string }) {
  const { text, type } = useAddressField({ name, value: params.get(name) ?? '', change })
  // While the year is typed, the field reports the years 2, 20 and 202, which are not for the address.
  const [draft, setDraft] = useState<string | null>(null)
  const put = (day: string) => {
    const isHalf = day.startsWith('0')
    setDraft(isHalf ? day : null)
    if (!isHalf) type(day)
  }
  return (
    <Field label={label} className="min-w-0 sm:w-34">
      {(control) => (
        <Input {...control} type="date" value={draft ?? text} onChange={({ target }) => put(target.value)} />
      )}
    </Field>
  )
}

type ChoiceFieldProps = FilterProps & { filter: Extract<ListFilter, { kind: 'choice' }> }

function ChoiceField({ filter: { name, label, all, options }, params, change }: ChoiceFieldProps) {
  const { text, type } = useAddressField({ name, value: params.get(name) ?? '', change })
  return (
    <Field label={label} className="min-w-0 sm:w-40">
      {(control) => (
        <Select {...control} value={text} onChange={({ target }) => type(target.value)}>
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
  const { text, type, put } = useAddressField({ name, value, change, delayMs: TYPING_MS })
  return (
    <Field label={label} className="col-span-2 sm:w-40">
      {(control) => (
        <Input
          {...control}
          maxLength={200}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => type(target.value)}
          onBlur={() => put(text)}
        />
      )}
    </Field>
  )
}
