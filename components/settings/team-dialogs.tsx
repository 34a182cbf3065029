'use client'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useDialogAction } from '@/components/forms/send-once'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Input, Select } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { may, ROLES } from '@/lib/auth/permissions'
import {
  GIVEN_ROLES,
  type InviteFields,
  inviteFields,
  type RoleFields,
  roleFields,
} from '@/lib/sign-in/team-fields'
import type { TeamInvitation, TeamMember } from '@/lib/sign-in/team-view'
import {
  useChangeRole,
  useInviteMember,
  useReadmitMember,
  useRemoveMember,
  useRevokeInvitation,
  useTransferOwnership,
} from './team-queries'

const ROLE_OPTIONS = GIVEN_ROLES.map((role) => (
  <option key={role} value={role}>
    {ROLES[role].label}
  </option>
))

/** Asks for an email and a role, and sends the link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInviteMember()
  const toast = useToast()
  const { register, handleSubmit, watch, formState } = useForm<InviteFields>({
    resolver: schemaResolver(inviteFields),
    defaultValues: { email: '', role: 'finance' },
  })
  const submit = useDialogAction(async (fields: InviteFields) => {
    await invite.mutateAsync(fields)
    toast(`Invitation sent to ${fields.email}`)
    onClose()
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Invite a person"
      description="We email a link that works once, within 7 days."
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={invite.error && failureMessage(invite.error)}
        onCancel={onClose}
        action="Send invitation"
        pending={invite.isPending}
      >
        <Field label="Email" error={formState.errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('email')}
              type="email"
              autoComplete="off"
              maxLength={254}
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Role" hint={ROLES[watch('role')].purpose} error={formState.errors.role?.message}>
          {(control) => (
            <Select {...control} {...register('role')}>
              {ROLE_OPTIONS}
            </Select>
          )}
        </Field>
      </DialogForm>
    </Dialog>
  )
}

type MemberDialogProps = { member: TeamMember; onClose: () => void }

/** Asks for another role of a member. */
export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const change = useChangeRole()
  const toast = useToast()
  const { register, handleSubmit, watch } = useForm<RoleFields>({
    resolver: schemaResolver(roleFields),
    defaultValues: { role: member.role === 'owner' ? 'admin' : member.role },
  })
  const submit = useDialogAction(async ({ role }: RoleFields) => {
    await change.mutateAsync({ id: member.id, role })
    toast('Role changed')
    onClose()
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Change role"
      description={member.email}
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={change.error && failureMessage(change.error)}
        onCancel={onClose}
        action="Change role"
        pending={change.isPending}
      >
        <Field label="Role" hint={ROLES[watch('role')].purpose}>
          {(control) => (
            <Select {...control} {...register('role')}>
              {ROLE_OPTIONS}
            </Select>
          )}
        </Field>
        {!may(watch('role'), 'team.manage') && member.openInvitations > 0 && (
          <p className="text-[0.8125rem] text-muted-foreground">{invitationsOf(member)}</p>
        )}
      </DialogForm>
    </Dialog>
  )
}

export function RemoveMemberDialog({ member, onClose }: MemberDialogProps) {
  const remove = useRemoveMember()
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${member.name ?? member.email}?`}
      action="Remove"
      pending={remove.isPending}
      error={remove.error && failureMessage(remove.error)}
      onConfirm={() =>
        remove.mutate(member.id, {
          onSuccess: () => {
            toast('Person removed')
            onClose()
          },
        })
      }
    >
      {member.email} is signed out everywhere at once. {invitationsOf(member)}Payouts that this person
      requested and that wait for approval are canceled. API keys that this person created keep working.
      Revoke the ones you don’t trust.
    </ConfirmDialog>
  )
}

export function ReadmitDialog({ member, onClose }: MemberDialogProps) {
  const readmit = useReadmitMember()
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Re-admit ${member.name ?? member.email}?`}
      action="Re-admit"
      pending={readmit.isPending}
      error={readmit.error && failureMessage(readmit.error)}
      onConfirm={() =>
        readmit.mutate(member.id, {
          onSuccess: () => {
            toast('Person re-admitted')
            onClose()
          },
        })
      }
    >
      {member.email} can sign in again with the role {ROLES[member.role].label}. Re-admit only people you
      know: somebody else may have added them before this account was yours.
    </ConfirmDialog>
  )
}

function invitationsOf({ openInvitations }: TeamMember): string {
  if (openInvitations === 0) return ''
  return openInvitations === 1
    ? 'The open invitation from this person stops working. '
    : `The ${openInvitations} open invitations from this person stop working. `
}

export function TransferDialog({ member, onClose }: MemberDialogProps) {
  const transfer = useTransferOwnership()
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Transfer ownership to ${member.name ?? member.email}?`}
      action="Transfer ownership"
      pending={transfer.isPending}
      error={transfer.error && failureMessage(transfer.error)}
      // Pages depend on the role, which is another one now.
      onConfirm={() => transfer.mutate(member.id, { onSuccess: () => window.location.reload() })}
    >
      You become an admin. Only the new owner can give the account back.
    </ConfirmDialog>
  )
}

type RevokeInvitationDialogProps = { invitation: TeamInvitation; onClose: () => void }

export function RevokeInvitationDialog({ invitation, onClose }: RevokeInvitationDialogProps) {
  const revoke = useRevokeInvitation()
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Revoke this invitation?"
      action="Revoke invitation"
      pending={revoke.isPending}
      error={revoke.error && failureMessage(revoke.error)}
      onConfirm={() =>
        revoke.mutate(invitation.id, {
          onSuccess: () => {
            toast('Invitation revoked')
            onClose()
          },
        })
      }
    >
      The link in the email to {invitation.email} stops working.
    </ConfirmDialog>
  )
}
