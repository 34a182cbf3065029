import { type Entries, withDetails } from '@/lib/error-entry'

export const vendorRefusals = {
  cannot_ban_yourself: { status: 409, message: 'You can’t ban yourself' },
} as const satisfies Entries

export const vendorErrors = {
  vendor_not_found: { status: 404, message: 'Vendor not found' },
  vendor_email_taken: { status: 409, message: 'A vendor with this email already exists' },
  /** The email is somebody's sign-in already, in this team or another. */
  member_email_taken: {
    status: 409,
    message: 'This email already signs in here. One email is one person in one team',
  },
  vendor_banned: {
    status: 403,
    message: 'This vendor account has been banned.',
    meaning: 'The operator has banned the vendor or, with a live key, has suspended its live mode.',
  },
  logo_not_a_picture: { status: 400, message: 'Upload a PNG, JPEG or WebP image' },
  logo_too_large: { status: 400, message: 'The logo can be up to 256 KB and 2000 × 2000 pixels' },
  /** The previous signing secret is still in its overlap, which another rotation would cut short. */
  webhook_secret_in_overlap: {
    status: 409,
    message:
      'The previous secret still signs. Wait until it expires, or rotate without an overlap, which ends both at once',
    meaning: 'Only two secrets sign at a time. Rotate with `overlap_hours` 0 to end the older ones now.',
  },
  /** An operator has not approved the vendor's live mode, or has suspended it. */
  live_mode_not_approved: {
    status: 403,
    message: 'Live mode is off for this vendor until an operator approves it',
  },
  /** The steps that the vendor still has to take before its live mode can be approved. */
  live_approval_too_early: withDetails(
    {
      status: 409,
      message: 'Live mode can’t be approved yet: the vendor must first <missing>',
    },
    (details: { missing: string }) => ({ values: details }),
  ),
  /** Only possible in a test account. */
  not_in_test_mode: { status: 400, message: 'This only works in test mode' },
  mail_not_found: { status: 404, message: 'Mail not found' },
} as const satisfies Entries
