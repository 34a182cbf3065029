'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { itemSearchQuery } from '@/components/catalog/catalog-queries'
import { Combobox, type ComboboxOption } from '@/components/ui/combobox'
import { formatMoney } from '@/components/ui/money'
import type { Mode } from '@/lib/auth/mode'
import { rateLabel } from '@/lib/catalog/catalog-fields'
import type { ItemRow } from '@/lib/catalog/item-list'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'

type ItemComboboxProps = {
  form: UseFormReturn<InvoiceFields>
  /** Of the line. */
  index: number
  mode: Mode
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
}

const MAX_OPTIONS = 8

/**
 * The description of a line: any text, or a saved item that brings its price and tax. `/` lists all of them. Items in
 * another currency are offered while no other line has a price, and bring theirs.
 */
export function ItemCombobox({ form, index, mode, control }: ItemComboboxProps) {
  const { field } = useController({ control: form.control, name: `items.${index}.title` })
  const [isOpen, setOpen] = useState(false)
  const text = field.value
  const isListing = text.startsWith('/')
  const query = useDeferredValue((isListing ? text.slice(1) : text).trim().slice(0, 200))
  const hasOtherPrices = form.watch('items').some(({ price }, at) => at !== index && price.trim() !== '')
  const currency = hasOtherPrices ? form.watch('currency') : null
  const isSearching = isOpen && (isListing || query !== '')
  const { data } = useQuery({ ...itemSearchQuery(mode, { text: query, currency }), enabled: isSearching })
  const choose = ({ item: { title, price, tax } }: ItemOption) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    setOpen(false)
    form.setValue(`items.${index}.title`, title, options)
    form.setValue(`items.${index}.price`, price.amount, options)
    form.setValue('currency', price.currency, options)
    if (!tax) return
    form.setValue(`items.${index}.taxName`, tax.name, options)
    form.setValue(`items.${index}.taxRate`, tax.percent, options)
  }
  return (
    <Combobox
      ref={field.ref}
      control={control}
      label="Items"
      text={text}
      options={isSearching ? (data?.rows ?? []).slice(0, MAX_OPTIONS).map(optionOf) : []}
      isOpen={isOpen}
      isFree={!isListing}
      onOpen={setOpen}
      onType={(typed) => {
        field.onChange(typed)
        setOpen(true)
      }}
      onChoose={choose}
      onBlur={() => {
        if (text === '/') field.onChange('')
        field.onBlur()
      }}
      maxLength={255}
      placeholder="Description, or / for your items"
    />
  )
}

type ItemOption = ComboboxOption & { item: ItemRow }

function optionOf(item: ItemRow): ItemOption {
  const detail = [formatMoney(item.price), ...(item.tax ? [rateLabel(item.tax)] : [])].join(' · ')
  return { key: item.id, title: item.title, detail, item }
}
