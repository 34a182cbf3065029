import type { Entries } from '@/lib/error-entry'

export const signInRefusals = {
  email_not_confirmed: { status: 403, message: 'Confirm your own email address first' },
  too_many_confirmation_mails: {
    status: 429,
    message: 'We sent several links in the last hour. Check your inbox, or try again later.',
  },
} as const satisfies Entries

export const signInErrors = {
  /** Fewer than two members may approve payouts. */
  too_few_approvers: {
    status: 409,
    message: 'At least two people in your team need a role that pays out: owner, admin or finance',
  },
  /** No change of the sign-in email waits to be confirmed. */
  email_change_not_found: {
    status: 404,
    message: 'No change of your email is waiting: it was confirmed or canceled',
  },
  member_not_found: { status: 404, message: 'This person is not in your team' },
  /** An owner hands the account over instead. */
  member_is_owner: {
    status: 409,
    message: 'Transfer ownership first: the owner’s role can’t be changed or removed',
  },
  /** Somebody else changes one's role or membership. */
  own_membership: {
    status: 409,
    message: 'Ask another admin or the owner to change your own role or membership',
  },
  /** A new owner needs a confirmed email, and a second factor where live mode or the operator's rights rest on it. */
  owner_not_ready: {
    status: 409,
    message: 'A new owner needs a confirmed email and two-step sign-in first',
  },
  team_full: { status: 409, message: 'A team can have at most 100 people and open invitations' },
  too_many_invitations: { status: 429, message: 'Too many invitations today. Try again tomorrow' },
  team_invitation_not_found: { status: 404, message: 'This invitation was already used or revoked' },
  team_invitation_not_valid: {
    status: 400,
    message: 'This invitation has expired, was already used or was revoked. Ask for another one',
  },
  /** The password entered to confirm a change is wrong. */
  password_wrong: { status: 403, message: 'Incorrect password' },
  /** `SIGN_UP` lets nobody, or only the invited, create an account. */
  sign_up_closed: {
    status: 403,
    message: 'Sign-up is closed. Ask the operator of this service for an account.',
  },
  sign_up_by_invitation: {
    status: 403,
    message: 'Sign-up is by invitation. Open the link in your invitation email.',
  },
  invitation_not_valid: {
    status: 400,
    message: 'This invitation has expired, was already used or is for another email address',
  },
} as const satisfies Entries
