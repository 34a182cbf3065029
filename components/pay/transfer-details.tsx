import { QrCode } from '@/components/ui/qr-code'
import type { TransferFacts } from '@/lib/documents/document-facts'
import type { BuyerPage } from './buyer-frame'

type TransferDetailsProps = Pick<BuyerPage, 'page' | 'texts'> & { transfer: TransferFacts }

/** The vendor's own bank account, with the reference, and a code from which a banking app fills in the transfer. */
export function TransferDetails({ transfer, page, texts }: TransferDetailsProps) {
  const words = texts.transfer
  return (
    <section aria-labelledby="transfer" className="mt-6 border-t pt-5">
      <h2 id="transfer" className="font-semibold text-base">
        {words.title}
      </h2>
      <dl className="mt-3 space-y-2 text-[0.8125rem]">
        {transfer.lines.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted-foreground">{words[name]}</dt>
            <dd className="tabular wrap-anywhere min-w-0 select-all font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[0.8125rem] text-muted-foreground">
        {words.hint({ vendor: page.vendor.name })}
      </p>
      {transfer.code !== null && (
        <figure className="mt-4 flex flex-wrap items-center gap-4">
          <QrCode text={transfer.code} label={words.picture} className="size-40" />
          <figcaption className="min-w-0 flex-1 basis-32 text-[0.8125rem] text-muted-foreground">
            {words.scan}
          </figcaption>
        </figure>
      )}
    </section>
  )
}
