import { brandPalette, contrastOf } from '@/lib/brand-palette'
import { Card } from '../ui/card'

type PayPagePreviewProps = { name: string; logoPath: string | null; color: string }

/** The ground of the light pay page, whatever theme the dashboard is in. */
const PAGE_GROUND = '#ffffff'

/** The head and the button of a pay page, as the buyer sees them in the light theme. */
export function PayPagePreview({ name, logoPath, color }: PayPagePreviewProps) {
  const { fill, onFill, textOnLight } = brandPalette(color)
  const onButton = contrastOf(fill, onFill)
  const isAdjusted = textOnLight !== color
  return (
    <Card aria-label="Preview of the pay page" className="overflow-hidden lg:sticky lg:top-16">
      <p className="border-b bg-muted/50 px-4 py-2 font-medium text-[0.8125rem] text-muted-foreground">
        Preview of the pay page
      </p>
      <div className="space-y-5 bg-white p-5 text-[#18181b]">
        <p className="flex min-w-0 items-center gap-2.5">
          {logoPath ? (
            // biome-ignore lint/performance/noImgElement: a picture of the vendor's, in whatever size it has.
            <img
              src={logoPath}
              alt=""
              className="size-10 shrink-0 rounded-lg object-contain ring-1 ring-[#e5e5e1]"
            />
          ) : (
            <span
              aria-hidden
              className="flex size-10 shrink-0 items-center justify-center rounded-lg font-semibold text-lg"
              style={{ background: fill, color: onFill }}
            >
              {Array.from(name)[0]?.toUpperCase()}
            </span>
          )}
          <span className="truncate font-medium">{name}</span>
        </p>
        <div>
          <p className="text-[#5c5c63]">Total</p>
          <p className="tabular font-semibold text-3xl tracking-tight">$128.65</p>
          <p className="mt-1 font-medium underline underline-offset-2" style={{ color: textOnLight }}>
            View details
          </p>
        </div>
        <p
          className="flex h-11 items-center justify-center rounded-lg font-medium text-base"
          style={{ background: fill, color: onFill }}
        >
          Pay $128.65
        </p>
      </div>
      <p className="border-t px-4 py-3 text-[0.8125rem] text-muted-foreground">
        Letters on the button have a contrast of {ratio(onButton)}.{' '}
        {isAdjusted
          ? `The colour has ${ratio(contrastOf(color, PAGE_GROUND))} on white, so links are made darker.`
          : `Links in the colour have ${ratio(contrastOf(color, PAGE_GROUND))} on white.`}
      </p>
    </Card>
  )
}

function ratio(contrast: number): string {
  return `${contrast.toFixed(1)} : 1`
}
