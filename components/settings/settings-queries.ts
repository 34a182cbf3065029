import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PasskeyCreation } from '@/components/auth/passkey-ceremony'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { BrandingView } from '@/lib/branding/branding'
import type { BrandingFields } from '@/lib/branding/branding-fields'
import type { OwnAccountFields } from '@/lib/branding/own-account-fields'
import type { SellerFields } from '@/lib/branding/seller-fields'
import type { NumberingFields } from '@/lib/invoices/numbering-fields'
import type { ReminderSettings } from '@/lib/invoices/reminder-fields'
import type {
  ChangeEmailFields,
  ChangeNameFields,
  ChangePasswordFields,
  CodeFields,
  PasskeyNameFields,
  PasswordAndCodeFields,
  PasswordFields,
  PayoutApprovalFields,
  PayoutProofFields,
  TimeZoneFields,
} from '@/lib/sign-in/credentials'
import type { ProfileView } from '@/lib/sign-in/profile'
import type { SecurityView } from '@/lib/sign-in/security'

/** Settings belong to the vendor rather than to an account, but every dashboard operation takes a mode. */
const pathOf = (path: string) => `/api/dashboard/settings/${path}?mode=test`

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => requestJson<SecurityView>(pathOf('security'), { signal }),
})

/** Changes how the vendor signs in, then refreshes what the page shows of it. */
function useSecurityChange<Fields, Answer = unknown>(send: (fields: Fields) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    // The answer may be a secret that is shown once.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: ['security'] }),
  })
}

export const useAddPasskey = () =>
  useSecurityChange(async ({ name }: PasskeyNameFields) => {
    const { createPasskey } = await import('@/components/auth/passkey-ceremony')
    const path = pathOf('passkeys/creation')
    const { options } = await requestJson<{ options: PasskeyCreation }>(path, { method: 'POST', body: {} })
    const passkey = await createPasskey(options)
    await requestJson(pathOf('passkeys'), { method: 'POST', body: { name, passkey } })
  })

export const useRenamePasskey = () =>
  useSecurityChange(({ id, name }: PasskeyNameFields & { id: string }) =>
    requestJson(pathOf(`passkeys/${id}`), { method: 'POST', body: { name } }),
  )

export const useRemovePasskey = () =>
  useSecurityChange((id: string) => requestJson(pathOf(`passkeys/${id}`), { method: 'DELETE' }))

export const useChangePassword = () =>
  useSecurityChange((body: ChangePasswordFields) => requestJson(pathOf('password'), { method: 'POST', body }))

export const useSetPayoutProof = () =>
  useSecurityChange((body: PayoutProofFields) =>
    requestJson(pathOf('payout-proof'), { method: 'POST', body }),
  )

export const useSetPayoutApproval = () =>
  useSecurityChange((body: PayoutApprovalFields) =>
    requestJson(pathOf('payout-approval'), { method: 'POST', body }),
  )

export const useRevokeSession = () =>
  useSecurityChange((id: string) => requestJson(pathOf(`sessions/${id}`), { method: 'DELETE' }))

export const useRevokeOtherSessions = () =>
  useSecurityChange(() => requestJson<{ ended: number }>(pathOf('sessions'), { method: 'DELETE' }))

export type NewTotp = { secret: string; uri: string }

export const useStartTotp = () =>
  useSecurityChange((body: PasswordFields) => requestJson<NewTotp>(pathOf('totp'), { method: 'POST', body }))

export type NewRecoveryCodes = { recoveryCodes: string[] }

export const useConfirmTotp = () =>
  useSecurityChange((body: CodeFields) =>
    requestJson<NewRecoveryCodes>(pathOf('totp/confirm'), { method: 'POST', body }),
  )

export const useDisableTotp = () =>
  useSecurityChange((body: PasswordAndCodeFields) =>
    requestJson(pathOf('totp/disable'), { method: 'POST', body }),
  )

export const useRenewRecoveryCodes = () =>
  useSecurityChange((body: PasswordAndCodeFields) =>
    requestJson<NewRecoveryCodes>(pathOf('recovery-codes'), { method: 'POST', body }),
  )

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => requestJson<ProfileView>(pathOf('profile'), { signal }),
})

function useProfileChange<Fields>(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Fields) => requestJson<ProfileView>(pathOf(path), { method: 'POST', body }),
    onSuccess: (profile) => client.setQueryData(profileQuery.queryKey, profile),
  })
}

export const useChangeName = () => useProfileChange<ChangeNameFields>('profile')
export const useSetTimeZone = () => useProfileChange<TimeZoneFields>('profile/time-zone')
export const useChangeEmail = () => useProfileChange<ChangeEmailFields>('profile/email')

function usePendingEmailChange(path: string, method: 'POST' | 'DELETE') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => requestJson<ProfileView>(pathOf(path), { method }),
    onSuccess: (profile) => client.setQueryData(profileQuery.queryKey, profile),
    // Another tab, or the link itself, may have ended the change.
    onError: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

export const useResendEmailChange = () => usePendingEmailChange('profile/email/resend', 'POST')
export const useCancelEmailChange = () => usePendingEmailChange('profile/email', 'DELETE')

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => requestJson<BrandingView>(pathOf('branding'), { signal }),
})

function useBrandingChange<Fields>(send: (fields: Fields) => Promise<BrandingView>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (branding) => client.setQueryData(brandingQuery.queryKey, branding),
  })
}

export const useSetBranding = () =>
  useBrandingChange((body: BrandingFields) =>
    requestJson<BrandingView>(pathOf('branding'), { method: 'POST', body }),
  )

export const useSetLogo = () =>
  useBrandingChange(async (file: File) =>
    requestJson<BrandingView>(pathOf('branding/logo'), {
      method: 'POST',
      body: { base64: await base64Of(file) },
    }),
  )

export const useRemoveLogo = () =>
  useBrandingChange((_nothing: undefined) =>
    requestJson<BrandingView>(pathOf('branding/logo'), { method: 'DELETE' }),
  )

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    // A data URL: the content follows the comma.
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.readAsDataURL(file)
  })
}

export const useSetNumbering = (mode: Mode) =>
  useMutation({
    mutationFn: (body: NumberingFields) =>
      requestJson<NumberingFields>(`/api/dashboard/settings/invoice-numbers?mode=${mode}`, {
        method: 'POST',
        body,
      }),
  })

export const useSetOwnAccount = () =>
  useMutation({
    mutationFn: (body: OwnAccountFields) =>
      requestJson<OwnAccountFields>(pathOf('own-account'), { method: 'POST', body }),
  })

export const useSwitchViews = () =>
  useMutation({
    mutationFn: (body: { isOn: boolean }) => requestJson(pathOf('views'), { method: 'POST', body }),
  })

export const useSwitchAttachments = () =>
  useMutation({
    mutationFn: (body: { isOn: boolean }) => requestJson(pathOf('attachments'), { method: 'POST', body }),
  })

export const useSetFeePayer = () =>
  useMutation({
    mutationFn: (body: { payer: 'customer' | 'vendor' }) =>
      requestJson(pathOf('fee-payer'), { method: 'POST', body }),
  })

export const useSwitchPortal = () =>
  useMutation({
    mutationFn: (body: { isOn: boolean }) => requestJson(pathOf('portal'), { method: 'POST', body }),
  })

export const useSetReminders = () =>
  useMutation({
    mutationFn: (body: ReminderSettings) =>
      requestJson<ReminderSettings>(pathOf('reminders'), { method: 'POST', body }),
  })

export const useSetSeller = () =>
  useMutation({
    mutationFn: (body: SellerFields) => requestJson<SellerFields>(pathOf('seller'), { method: 'POST', body }),
  })
