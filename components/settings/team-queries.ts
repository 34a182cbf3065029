import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { InviteFields, RoleFields } from '@/lib/sign-in/team-fields'
import type { TeamView } from '@/lib/sign-in/team-view'

/** A team belongs to the vendor rather than to an account, but every dashboard operation takes a mode. */
const pathOf = (path = '') => `/api/dashboard/settings/team${path}?mode=test`

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => requestJson<TeamView>(pathOf(), { signal }),
})

/** Changes the team and shows it as the answer has it. */
function useTeamChange<Input>(send: (input: Input) => Promise<TeamView>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (team) => client.setQueryData(teamQuery.queryKey, team),
  })
}

export const useInviteMember = () =>
  useTeamChange((body: InviteFields) => requestJson(pathOf('/invitations'), { method: 'POST', body }))

export const useRevokeInvitation = () =>
  useTeamChange((id: string) => requestJson(pathOf(`/invitations/${id}`), { method: 'DELETE' }))

export const useChangeRole = () =>
  useTeamChange(({ id, ...body }: RoleFields & { id: string }) =>
    requestJson(pathOf(`/members/${id}/role`), { method: 'POST', body }),
  )

export const useRemoveMember = () =>
  useTeamChange((id: string) => requestJson(pathOf(`/members/${id}`), { method: 'DELETE' }))

export const useReadmitMember = () =>
  useTeamChange((id: string) => requestJson(pathOf(`/members/${id}/readmit`), { method: 'POST', body: {} }))

export const useTransferOwnership = () =>
  useTeamChange((id: string) => requestJson(pathOf(`/members/${id}/owner`), { method: 'POST', body: {} }))
