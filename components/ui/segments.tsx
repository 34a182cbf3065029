import { classNames } from './class-names'

type SegmentsProps<Value extends string> = {
  /** The question that the choice answers. */
  legend: string
  /** Without it, the legend is for screen readers alone. */
  showsLegend?: boolean
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few short options, side by side: radio buttons that look like a switch. */
export function Segments<Value extends string>({
  legend,
  showsLegend = false,
  options,
  value,
  onChange,
}: SegmentsProps<Value>) {
  return (
    <fieldset>
      <legend className={showsLegend ? 'mb-1.5 font-medium' : 'sr-only'}>{legend}</legend>
      <div className="flex w-fit rounded-lg bg-muted p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative rounded-md px-2.5 py-1 text-[0.8125rem]',
              option.value === value ? 'bg-surface font-medium shadow-card' : 'text-muted-foreground',
            )}
          >
            <input
              type="radio"
              name={legend}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
