import { Description, DescriptionList } from '@/components/ui/card'
import { BackLink } from '@/components/ui/page-header'
import { ExactTime } from '@/components/ui/timestamp'
import type { ApiRequestView } from '@/lib/request-log/request-list'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { PageHeader } from '../ui/page-header'
import { requestAsCurl } from './curl-command'
import { Payload } from './payload'
import { ResponseStatusBadge } from './status-badges'

/** One request to the API: who asked what, and what was answered. */
export function RequestDetails({ request }: { request: ApiRequestView }) {
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/developers/requests">Requests</BackLink>
        <PageHeader
          title={`${request.method} ${request.path}`}
          badge={<ResponseStatusBadge status={request.responseStatus} />}
        />
      </div>
      <Card aria-labelledby="details">
        <CardHeader id="details" title="Details" />
        <Details request={request} />
      </Card>
      <Card aria-labelledby="bodies">
        <CardHeader
          id="bodies"
          title="Request and answer"
          description="Keys, secrets, cards and dates of birth are blanked out, as are all but the last four characters of account numbers and the values in the query of a URL. Of a long body the beginning is kept."
        />
        <div className="space-y-5 px-4 pb-4 sm:px-5">
          {request.requestBody !== null && <Payload title="Request body" text={request.requestBody} />}
          <Payload title="Answer body" text={request.responseBody ?? ''} />
        </div>
      </Card>
      <Card aria-labelledby="curl">
        <CardHeader
          id="curl"
          title="As a command"
          description="With your key in the variable API_KEY. What is redacted is yours to fill in."
        />
        <div className="px-4 pb-4 sm:px-5">
          <Payload title="curl command" text={requestAsCurl(request)} isExact isCode />
        </div>
      </Card>
    </div>
  )
}

function Details({ request }: { request: ApiRequestView }) {
  return (
    <DescriptionList>
      <Description term="Request id">
        <span className="flex flex-wrap items-center gap-1">
          <code className="break-all font-mono text-[0.8125rem]">{request.id}</code>
          <CopyButton text={request.id} what="request id" className="-my-1" />
        </span>
      </Description>
      <Description term="Made">
        <ExactTime at={request.createdAt} />
      </Description>
      <Description term="Duration">
        <span className="tabular">{request.durationMs} ms</span>
      </Description>
      <Description term="API key">
        {request.keyName ? (
          <>
            {request.keyName} <code className="font-mono text-[0.8125rem]">{request.keyHint}</code>
          </>
        ) : (
          'Unknown'
        )}
      </Description>
      {request.idempotencyKey && (
        <Description term="Idempotency-Key">
          <code className="break-all font-mono text-[0.8125rem]">{request.idempotencyKey}</code>
        </Description>
      )}
    </DescriptionList>
  )
}
