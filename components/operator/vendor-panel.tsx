'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Description, DescriptionList } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { BackLink } from '@/components/ui/page-header'
import { actionWords } from '@/lib/audit/audit-words'
import type { OperatorVendorView } from '@/lib/operator/vendor-view'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { CopyableId } from '../ui/copy-button'
import { Money } from '../ui/money'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'
import { BanDialog, UnbanDialog } from './ban-dialogs'
import { LiveModeCard } from './live-mode-card'
import { operatorVendorQuery } from './operator-queries'
import { VendorBadges } from './vendor-badges'
import { VendorTermsForm } from './vendor-terms-form'

type VendorPanelProps = { initial: OperatorVendorView; canChange: boolean }

/** A vendor as the operator sees it. */
export function VendorPanel({ initial, canChange }: VendorPanelProps) {
  const { data: vendor } = useQuery({ ...operatorVendorQuery(initial.id), initialData: initial })
  const [dialog, setDialog] = useState<'ban' | 'unban' | null>(null)
  const close = () => setDialog(null)
  return (
    <div data-wide className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/operator/vendors">Vendors</BackLink>
        <PageHeader
          title={vendor.name}
          badge={<VendorBadges {...vendor} />}
          description={<span className="break-all">{vendor.email}</span>}
          action={canChange && !vendor.isSelf && <BanButton isBanned={vendor.isBanned} ask={setDialog} />}
        />
      </div>
      {vendor.isBanned && (
        <Notice kind="danger" title="This vendor is banned">
          {vendor.banReason && <p className="break-words">Reason: {vendor.banReason}</p>}
          {vendor.bannedAt && (
            <p>
              Banned <Timestamp at={vendor.bannedAt} />
            </p>
          )}
        </Notice>
      )}
      <div className="grid items-start gap-6 2xl:grid-cols-2">
        <Details vendor={vendor} />
        <LiveModeCard vendor={vendor} canChange={canChange} />
      </div>
      <VendorTermsForm key={vendor.id} vendor={vendor} disabled={!canChange} />
      <Balances vendor={vendor} />
      <Audit vendor={vendor} />
      <BanDialog vendor={vendor} open={dialog === 'ban'} onClose={close} />
      <UnbanDialog vendor={vendor} open={dialog === 'unban'} onClose={close} />
    </div>
  )
}

function BanButton({ isBanned, ask }: { isBanned: boolean; ask: (what: 'ban' | 'unban') => void }) {
  return isBanned ? (
    <Button variant="secondary" onClick={() => ask('unban')}>
      Lift ban
    </Button>
  ) : (
    <Button variant="danger" onClick={() => ask('ban')}>
      Ban vendor
    </Button>
  )
}

function Details({ vendor }: { vendor: OperatorVendorView }) {
  return (
    <Card aria-labelledby="details">
      <CardHeader id="details" title="Details" />
      <DescriptionList>
        <Description term="Vendor ID">
          <CopyableId id={vendor.id} what="vendor ID" />
        </Description>
        {vendor.accounts.map(({ id, mode }) => (
          <Description key={id} term={mode === 'live' ? 'Live account' : 'Test account'}>
            <CopyableId id={id} what={`${mode} account ID`} />
          </Description>
        ))}
        <Description term="Created">
          <Timestamp at={vendor.createdAt} />
        </Description>
      </DescriptionList>
    </Card>
  )
}

function Balances({ vendor }: { vendor: OperatorVendorView }) {
  const lines = vendor.accounts.flatMap(({ mode, balances }) =>
    balances.map((balance) => ({ mode, ...balance })),
  )
  return (
    <Card aria-labelledby="wallets" className="overflow-hidden">
      <CardHeader
        id="wallets"
        title="Wallets"
        action={
          <span className="flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem]">
            {vendor.accounts.map(({ mode }) => (
              <Link
                key={mode}
                href={`/operator/ledger?vendor=${vendor.id}&of=${mode}`}
                className="rounded text-accent-text underline underline-offset-4"
              >
                Check {mode} ledger
              </Link>
            ))}
          </span>
        }
      />
      {lines.length === 0 ? (
        <p className="px-4 pb-4 text-muted-foreground sm:px-5">No money has moved yet</p>
      ) : (
        <Table label="Wallets">
          <TableHead>
            <HeadCell>Wallet</HeadCell>
            <HeadCell className="hidden text-right sm:table-cell">Owed</HeadCell>
            <HeadCell className="hidden text-right sm:table-cell">On hold</HeadCell>
            <HeadCell className="text-right">On hold for payouts</HeadCell>
            <HeadCell className="text-right">Available</HeadCell>
          </TableHead>
          <tbody>
            {lines.map(({ mode, currency, available, pending, held, owed }) => (
              <Row key={`${mode} ${currency}`}>
                <Cell>
                  <span className="inline-flex items-center gap-2">
                    {currency}{' '}
                    {mode === 'live' ? <Badge tone="accent">Live</Badge> : <Badge tone="warning">Test</Badge>}
                  </span>
                </Cell>
                <Cell className="hidden text-right sm:table-cell">
                  <Money value={owed} />
                </Cell>
                <Cell className="hidden text-right sm:table-cell">
                  <Money value={pending} />
                </Cell>
                <Cell className="text-right">
                  <Money value={held} />
                </Cell>
                <Cell className="text-right font-medium">
                  <Money value={available} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function Audit({ vendor }: { vendor: OperatorVendorView }) {
  return (
    <Card aria-labelledby="audit" className="overflow-hidden">
      <CardHeader id="audit" title="Audit log" description="Latest actions" />
      {vendor.audit.length === 0 ? (
        <p className="px-4 pb-4 text-muted-foreground sm:px-5">Nothing yet</p>
      ) : (
        <Table label="Audit log">
          <TableHead>
            <HeadCell>Action</HeadCell>
            <HeadCell className="hidden sm:table-cell">User</HeadCell>
            <HeadCell className="hidden md:table-cell">Address</HeadCell>
            <HeadCell className="text-right">Time</HeadCell>
          </TableHead>
          <tbody>
            {vendor.audit.map((event) => (
              <Row key={event.id}>
                <Cell className="max-w-80">
                  <span className="font-medium">{actionWords(event.action)}</span>
                  {event.detail && (
                    <span className="block wrap-anywhere text-[0.8125rem] text-muted-foreground">
                      {event.detail}
                    </span>
                  )}
                </Cell>
                <Cell className="hidden sm:table-cell">
                  {event.actor === 'operator' ? (event.operator ?? 'Operator') : (event.member ?? 'Vendor')}
                </Cell>
                <Cell className="hidden font-mono text-[0.8125rem] md:table-cell">
                  {event.address ?? '—'}
                </Cell>
                <Cell className="text-right">
                  <Timestamp at={event.createdAt} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
