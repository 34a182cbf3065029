import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { ItemFields, TaxRateFields, TaxSettingsPage } from '@/lib/catalog/catalog-fields'
import type { ItemRow } from '@/lib/catalog/item-list'
import type { ListView } from '@/lib/lists/list-view'

const RATES_PATH = '/api/dashboard/tax-rates'
const ITEMS_PATH = '/api/dashboard/items'

export const taxSettingsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'tax-rates'],
    queryFn: ({ signal }) => requestJson<TaxSettingsPage>(`${RATES_PATH}?mode=${mode}`, { signal }),
  })

/** Sends a change of the tax rates, and reads them again. */
function useTaxChange<Fields>(mode: Mode, requestOf: (fields: Fields) => { path: string; body: object }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (fields: Fields) => {
      const { path, body } = requestOf(fields)
      return requestJson(`${path}?mode=${mode}`, { method: 'POST', body })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export const useAddTaxRate = (mode: Mode) =>
  useTaxChange(mode, (body: TaxRateFields) => ({ path: RATES_PATH, body }))

export const useSetDefaultTaxRate = (mode: Mode) =>
  useTaxChange(mode, ({ id, isDefault }: { id: string; isDefault: boolean }) => ({
    path: `${RATES_PATH}/${id}/default`,
    body: { isDefault },
  }))

export const useArchiveTaxRate = (mode: Mode) =>
  useTaxChange(mode, (id: string) => ({ path: `${RATES_PATH}/${id}/archive`, body: {} }))

export const useUnarchiveTaxRate = (mode: Mode) =>
  useTaxChange(mode, (id: string) => ({ path: `${RATES_PATH}/${id}/unarchive`, body: {} }))

export const useSetTaxPrices = (mode: Mode) =>
  useTaxChange(mode, (body: { pricesIncludeTax: boolean }) => ({
    path: '/api/dashboard/settings/tax-prices',
    body,
  }))

/** Items with a word that begins with the text, or the first ones by description if it is empty. */
export const itemSearchQuery = (mode: Mode, { text, currency }: { text: string; currency: string | null }) =>
  queryOptions({
    queryKey: [mode, 'item-search', text, currency],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ mode, sort: 'title' })
      if (text) search.set('q', text)
      if (currency) search.set('currency', currency)
      return requestJson<ListView<ItemRow>>(`${ITEMS_PATH}?${search}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** Creates an item, or changes the one with this id. */
export function useSaveItem(mode: Mode, id: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ItemFields) =>
      requestJson<{ id: string }>(`${ITEMS_PATH}${id ? `/${id}` : ''}?mode=${mode}`, {
        method: 'POST',
        body,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export function useArchiveItem(mode: Mode, id: string, act: 'archive' | 'unarchive') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => requestJson(`${ITEMS_PATH}/${id}/${act}?mode=${mode}`, { method: 'POST', body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}
