import { Description, DescriptionList } from '@/components/ui/card'
import { BackLink } from '@/components/ui/page-header'
import { ExactTime } from '@/components/ui/timestamp'
import type { ApiRequestView } from '@/lib/request-log/request-list'
import { Card, CardHeader } from '../ui/card'
import { CopyableId } from '../ui/copy-button'
import { PageHeader } from '../ui/page-header'
import { requestAsCurl } from './curl-command'
import { Payload } from './payload'
import { ResponseStatusBadge } from './status-badges'

/** One API request and its answer. */
export function RequestDetails({ request }: { request: ApiRequestView }) {
  return (
    <div data-wide className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/developers/requests">Request log</BackLink>
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
          title="Request and response"
          description="Keys, secrets, card numbers, dates of birth and URL query values are redacted; account numbers keep their last four digits. Long bodies are cut off."
        />
        <div className="grid grid-cols-1 gap-5 px-4 pb-4 sm:px-5 2xl:auto-cols-fr 2xl:grid-flow-col 2xl:grid-cols-none">
          {request.requestBody !== null && <Payload title="Request body" text={request.requestBody} />}
          {request.responseBody === null ? (
            <p className="text-[0.8125rem] text-muted-foreground">
              The response body of a successful read is not kept. Run the command below to see it.
            </p>
          ) : (
            <Payload title="Response body" text={request.responseBody} />
          )}
        </div>
      </Card>
      <Card aria-labelledby="curl">
        <CardHeader
          id="curl"
          title="Repeat this request"
          description="Set API_KEY to your key and fill in the redacted values."
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
      <Description term="Request ID">
        <CopyableId id={request.id} what="request ID" />
      </Description>
      <Description term="Time">
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
