'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { PageHeader } from '@/components/ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import { ROLES } from '@/lib/auth/permissions'
import type { TeamInvitation, TeamMember, TeamView } from '@/lib/sign-in/team-view'
import {
  InviteDialog,
  ReadmitDialog,
  RemoveMemberDialog,
  RevokeInvitationDialog,
  RoleDialog,
  TransferDialog,
} from './team-dialogs'
import { teamQuery } from './team-queries'

type TeamPanelProps = { initial: TeamView; isReadOnly: boolean; isOwner: boolean }

type Open =
  | { what: 'invite' }
  | { what: 'role' | 'remove' | 'readmit' | 'transfer'; member: TeamMember }
  | { what: 'revoke'; invitation: TeamInvitation }

/** The people of the account, and the invitations that can still be used. */
export function TeamPanel({ initial, isReadOnly, isOwner }: TeamPanelProps) {
  const { data } = useQuery({ ...teamQuery, initialData: initial })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="space-y-6">
      <PageHeader
        title="Team"
        description="Everyone signs in with their own email and password. Roles decide what they can see and do."
        action={
          !isReadOnly && (
            <Button onClick={() => setOpen({ what: 'invite' })}>
              <Plus aria-hidden className="size-4" />
              Invite person
            </Button>
          )
        }
      />
      <Card aria-label="Members" className="overflow-hidden">
        <Members members={data.members} onOpen={isReadOnly ? null : setOpen} isOwner={isOwner} />
      </Card>
      {data.invitations.length > 0 && (
        <Card aria-labelledby="invitations" className="overflow-hidden">
          <CardHeader
            id="invitations"
            title="Invitations"
            description="Emailed links that haven’t been used yet."
          />
          <Invitations
            invitations={data.invitations}
            onRevoke={isReadOnly ? null : (invitation) => setOpen({ what: 'revoke', invitation })}
          />
        </Card>
      )}
      {open?.what === 'invite' && <InviteDialog onClose={close} />}
      {open?.what === 'role' && <RoleDialog member={open.member} onClose={close} />}
      {open?.what === 'remove' && <RemoveMemberDialog member={open.member} onClose={close} />}
      {open?.what === 'readmit' && <ReadmitDialog member={open.member} onClose={close} />}
      {open?.what === 'transfer' && <TransferDialog member={open.member} onClose={close} />}
      {open?.what === 'revoke' && <RevokeInvitationDialog invitation={open.invitation} onClose={close} />}
    </div>
  )
}

type MembersProps = { members: TeamMember[]; onOpen: ((open: Open) => void) | null; isOwner: boolean }

function Members({ members, onOpen, isOwner }: MembersProps) {
  return (
    <Table label="Members">
      <TableHead>
        <HeadCell>Person</HeadCell>
        <HeadCell>Role</HeadCell>
        <HeadCell className="hidden md:table-cell">Two-step sign-in</HeadCell>
        <HeadCell className="hidden sm:table-cell">Last seen</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {members.map((member) => (
          <Row key={member.id}>
            <Cell className="max-w-44 sm:max-w-60">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="truncate font-medium">{member.name ?? member.email}</span>
                {member.isSelf && <Badge tone="neutral">You</Badge>}
                {member.isSuspended && <Badge tone="warning">Suspended</Badge>}
              </span>
              {member.name && (
                <span className="block truncate text-[0.8125rem] text-muted-foreground">{member.email}</span>
              )}
            </Cell>
            <Cell>{ROLES[member.role].label}</Cell>
            <Cell className="hidden md:table-cell">
              {member.hasSecondFactor ? <Badge tone="success">On</Badge> : <Badge tone="neutral">Off</Badge>}
            </Cell>
            <Cell className="hidden sm:table-cell">
              {member.lastSeenAt ? <Timestamp at={member.lastSeenAt} /> : '—'}
            </Cell>
            <Cell className="text-right">
              {onOpen && !member.isSelf && member.role !== 'owner' && (
                <MemberActions member={member} onOpen={onOpen} isOwner={isOwner} />
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

type MemberActionsProps = { member: TeamMember; onOpen: (open: Open) => void; isOwner: boolean }

function MemberActions({ member, onOpen, isOwner }: MemberActionsProps) {
  const actions = [
    ...(isOwner && member.isSuspended ? [{ what: 'readmit', label: 'Re-admit' } as const] : []),
    { what: 'role', label: 'Change role' },
    ...(isOwner && !member.isSuspended ? [{ what: 'transfer', label: 'Transfer ownership' } as const] : []),
    { what: 'remove', label: 'Remove' },
  ] as const
  return (
    <span className="inline-grid gap-1.5 sm:inline-flex">
      {actions.map(({ what, label }) => (
        <Button
          key={what}
          variant="secondary"
          size="small"
          aria-label={`${label}: ${member.email}`}
          onClick={() => onOpen({ what, member })}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}

type InvitationsProps = {
  invitations: TeamInvitation[]
  onRevoke: ((invitation: TeamInvitation) => void) | null
}

function Invitations({ invitations, onRevoke }: InvitationsProps) {
  return (
    <ul>
      {invitations.map((invitation) => (
        <li key={invitation.id} className="flex items-center gap-3 border-t px-4 py-3 sm:px-5">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{invitation.email}</p>
            <p className="text-[0.8125rem] text-muted-foreground">
              {ROLES[invitation.role].label} · expires <Timestamp at={invitation.expiresAt} />
            </p>
          </div>
          {onRevoke && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Revoke the invitation for ${invitation.email}`}
              onClick={() => onRevoke(invitation)}
            >
              Revoke
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
