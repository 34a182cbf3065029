import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'Se você já pagou, não precisa fazer mais nada.'

/** Portuguese as in Brazil. */
export const pt: MailTexts = {
  testSubject: ({ subject }) => `[Teste] ${subject}`,
  testBand: 'Modo de teste: nenhum dinheiro de verdade é movimentado.',
  addressHint: 'Se o botão não funcionar, abra este endereço:',
  sentForVendor: ({ vendor, service }) =>
    `${service} envia este e-mail em nome de ${vendor}. As respostas vão para ${vendor}.`,
  taxId: ({ taxId }) => `Identificação fiscal: ${taxId}`,
  sentByService: ({ service }) => `Enviado por ${service}.`,
  columns: {
    discount: 'Desconto',
    includedTax: ({ tax }) => `Inclui ${tax}`,
    total: 'Valor total',
    paidSoFar: 'Pago até agora',
    credited: 'Creditado',
    leftToPay: 'Falta pagar',
    paidBefore: 'Pago antes',
    thisPayment: 'Este pagamento',
    fee: 'Taxa',
    due: 'Vencimento',
    paidOn: 'Data do pagamento',
    method: 'Forma de pagamento',
    number: 'Fatura',
    receiptNumber: 'Número do recibo',
    moreItems: ({ count }) => `e mais ${count}`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Fatura ${number} de ${vendor}: ${total}`,
    heading: ({ vendor }) => `Fatura de ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} pede que você pague ${total} até ${due}.`,
    action: 'Pagar agora',
    document: 'Baixar a fatura (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `A fatura ${number} de ${vendor} foi alterada`,
    heading: 'Sua fatura foi alterada',
    body: ({ number, vendor }) =>
      `${vendor} alterou a fatura ${number}. O valor, o número da fatura e o link de pagamento continuam os mesmos.`,
    address: 'Endereço de cobrança',
    buyerReference: 'Sua referência',
    notes: 'Observações',
    nowAndBefore: ({ now, before }) => `${now} (antes: ${before})`,
    action: 'Ver a fatura',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `Lembrete: ${total} para ${vendor} até ${due}`,
    heading: 'Sua fatura vence em breve',
    body: ({ vendor, total, due }) =>
      `A fatura de ${vendor} no valor de ${total} vence em ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Pagar agora',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Vencida: ${total} para ${vendor}`,
    heading: 'Sua fatura está vencida',
    body: ({ vendor, total, due }) =>
      `A fatura de ${vendor} no valor de ${total} venceu em ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Pagar agora',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `Segundo lembrete: ${total} para ${vendor}`,
    heading: 'Sua fatura ainda não foi paga',
    body: ({ vendor, total, due }) =>
      `A fatura de ${vendor} no valor de ${total} venceu em ${due} e ainda não foi paga. ${IGNORE_WHEN_PAID}`,
    action: 'Pagar agora',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `Recibo da fatura ${number} de ${vendor}: ${total}`,
    heading: 'Obrigado pelo pagamento',
    body: ({ vendor, total, paidOn }) => `Você pagou ${total} a ${vendor} em ${paidOn}.`,
    action: 'Ver o recibo',
    document: 'Baixar o recibo (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `Pagamento de ${amount} a ${vendor} pela fatura ${number} recebido`,
    heading: 'Obrigado pelo pagamento',
    body: ({ vendor, amount, paidOn }) => `${vendor} recebeu o seu pagamento de ${amount} em ${paidOn}.`,
    action: 'Ver a fatura',
  },
  partPaid: ({ paid, total, left }) => `${paid} de ${total} já foram pagos. Falta pagar ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) => `Reembolso de ${amount} de ${vendor} pela fatura ${number}`,
    heading: ({ amount }) => `Reembolso de ${amount}`,
    body: ({ number, vendor, amount }) =>
      `${vendor} reembolsou ${amount} da fatura ${number}. O dinheiro volta da mesma forma que você pagou. Pode levar de 5 a 10 dias úteis para chegar.`,
    amount: 'Reembolso',
    reason: 'Motivo',
    creditNote: 'Nota de crédito',
    action: 'Ver a fatura',
    document: 'Baixar a nota de crédito (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) =>
      `Nota de crédito de ${amount} de ${vendor} pela fatura ${number}`,
    heading: ({ amount }) => `Crédito de ${amount}`,
    body: ({ number, vendor, amount }) =>
      `${vendor} emitiu uma nota de crédito de ${amount} para a fatura ${number}.`,
    left: ({ left }) => `Falta pagar ${left}.`,
    nothingLeft: 'Não falta pagar nada.',
    amount: 'Crédito',
  },
  payout: {
    subject: ({ vendor, amount }) => `${vendor} enviou ${amount} para você`,
    heading: ({ amount }) => `Você recebeu ${amount}`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor} enviou ${amount} para a sua conta no banco ${bankName} com final ${last4}.`,
    amount: 'Valor',
    bankAccount: 'Conta bancária',
    reference: 'Referência',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) => `Não enviado: pagamento agendado de ${amount} para ${customer}`,
    heading: 'Um pagamento agendado não foi enviado',
    body: ({ amount, customer }) =>
      `O pagamento de ${amount} para ${customer} estava agendado e não pôde ser enviado.`,
    reason: ({ reason }) => `Motivo: ${reason}`,
    nextStep: 'Nenhum dinheiro foi movimentado. Quando a causa estiver resolvida, escolha um novo dia.',
    action: 'Abrir pagamentos agendados',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `Não enviada: sua fatura agendada para ${customer}`,
    heading: 'Uma fatura agendada não foi enviada',
    body: ({ customer }) => `A fatura para ${customer} deveria ter sido enviada hoje, mas não foi possível.`,
    reason: ({ reason }) => `Motivo: ${reason}`,
    nextStep:
      'Ela continua sendo um rascunho, e seu cliente não viu nada. Quando a causa for resolvida, envie-a ou escolha um novo dia.',
    action: 'Abrir o rascunho',
  },
  webhookFailing: {
    subject: 'Seus webhooks estão falhando',
    heading: 'Seus webhooks estão falhando',
    triedAgain: ({ url }) => `Até agora um evento não pôde ser entregue a ${url}. Haverá novas tentativas.`,
    givenUp: ({ url }) => `Todas as tentativas de entregar um evento a ${url} falharam, e não haverá outras.`,
    answer: ({ answer }) => `A última tentativa terminou com: ${answer}`,
    onceADay:
      'Outros eventos podem estar falhando: você recebe este e-mail no máximo uma vez por dia. Quando o seu servidor voltar a funcionar, você pode entregá-los de novo pelo painel.',
    action: 'Abrir webhooks',
  },
  recurringStopped: {
    subject: ({ customer }) => `Fatura recorrente interrompida: ${customer}`,
    heading: 'Uma fatura recorrente foi interrompida',
    body: ({ customer }) => `Por enquanto, nenhuma outra fatura é enviada para ${customer}.`,
    reasons: {
      customer_archived: 'O cliente foi arquivado.',
      vendor_banned: 'Sua conta está bloqueada.',
      live_mode_not_approved: 'O modo real não está aprovado.',
      payment_provider_failed: 'Há três dias o provedor de pagamentos não aceita uma nova fatura.',
      terms_not_valid: 'Os dados da fatura não são mais válidos.',
      too_many_drafts: 'Há rascunhos demais. Envie ou exclua alguns.',
    },
    resume: 'Retome-a quando isso estiver resolvido. As faturas perdidas até lá não são emitidas.',
    action: 'Abrir a fatura recorrente',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Pagamento recorrente interrompido: ${customer}`,
    heading: 'Um pagamento recorrente foi interrompido',
    body: ({ customer }) => `Nada é enviado para ${customer} até que você retome o pagamento recorrente.`,
    reasons: {
      customer_archived: 'O cliente foi arquivado.',
      bank_account_archived: 'A conta bancária foi arquivada.',
      vendor_banned: 'Sua conta está bloqueada.',
      live_mode_not_approved: 'O modo real não está aprovado.',
      requester_left: 'A pessoa em nome de quem ele é feito não pode mais enviar pagamentos pela sua equipe.',
      too_many_waiting: 'Três dos seus pagamentos ainda aguardam aprovação. Aprove-os ou recuse-os.',
    },
    resume: 'Retome-o quando isso estiver resolvido. Os pagamentos perdidos até lá não são enviados.',
    action: 'Abrir o pagamento recorrente',
  },
  sweepStopped: {
    subject: () => 'Saques automáticos interrompidos',
    heading: 'Seus saques automáticos foram interrompidos',
    body: () => 'Nada é sacado até que você os retome.',
    resume: 'Retome-os quando isso estiver resolvido. Os dias até lá são ignorados.',
    action: 'Abrir saques',
  },
  security: {
    signedIn: {
      subject: 'Novo acesso à sua conta',
      body: ({ browser, address }) => `Houve um acesso à sua conta com ${browser} de ${address}.`,
    },
    wrongCodes: {
      subject: 'Alguém sabe a sua senha',
      body: ({ browser, address }) =>
        `Alguém informou a sua senha e depois cinco códigos errados, com ${browser} de ${address}. A pessoa não conseguiu entrar. Troque a sua senha.`,
    },
    passwordChanged: {
      subject: 'Sua senha foi trocada',
      body: 'A senha da sua conta foi trocada.',
    },
    emailChangeRequested: {
      subject: 'Confirme que você quer outro e-mail de acesso',
      body: ({ email, time, browser, address }) =>
        `Em ${time}, com ${browser} de ${address}, foi pedido que o seu e-mail de acesso mude para ${email}. Nada muda até que o link enviado para lá seja aberto.`,
      stop: 'Se não foi você, cancele a mudança em Settings → Profile e escolha uma nova senha. Uma nova senha também a cancela.',
    },
    emailChanged: {
      subject: 'Seu e-mail de acesso foi trocado',
      body: ({ email }) => `Agora o acesso à sua conta é feito com ${email}, e não mais com este endereço.`,
    },
    takenOver: {
      subject: 'Talvez outra pessoa tenha criado a sua conta',
      body: 'O seu e-mail não estava confirmado antes de você escolher uma nova senha, então outra pessoa pode ter criado esta conta. Encerramos todas as sessões, desativamos o acesso em duas etapas, trocamos os segredos de assinatura dos webhooks e apagamos os dados do vendedor nas faturas. Também desfizemos o seguinte.',
      people: 'Pessoas suspensas até que você as readmita',
      invitations: 'Convites revogados',
      apiKeys: 'Chaves de API revogadas',
      endpoints: 'Endpoints de webhook excluídos',
      payouts: 'Pagamentos ainda não enviados que foram cancelados',
      series: 'Faturas recorrentes pausadas',
      payoutSeries: 'Pagamentos recorrentes pausados',
      sweeps: 'Saques automáticos pausados',
      kept: 'Clientes, contas bancárias, faturas e rascunhos continuam como estavam. Confira-os antes de faturar ou pagar alguém.',
    },
    secondFactorRemoved: {
      subject: 'O acesso em duas etapas foi desativado',
      body: 'Sua conta não pede mais um código depois da senha.',
    },
    passkeyAdded: {
      subject: 'Uma chave de acesso foi adicionada à sua conta',
      body: ({ passkey }) => `Agora é possível acessar sua conta com “${passkey}”.`,
    },
    passkeyRemoved: {
      subject: 'Uma chave de acesso foi removida da sua conta',
      body: ({ passkey }) => `Não é mais possível acessar sua conta com “${passkey}”.`,
    },
    ownerChanged: {
      subject: 'Sua conta tem um novo proprietário',
      body: ({ email }) => `Agora ${email} é o proprietário. Você é administrador.`,
    },
    keyCreated: {
      subject: 'Nova chave de API no modo real',
      body: ({ key }) =>
        `A chave de API ${key} foi criada no modo real. Quem a tiver pode movimentar o seu dinheiro.`,
    },
    bankAccountAdded: {
      subject: 'Nova conta bancária para pagamentos',
      body: ({ bankAccount }) =>
        `Foi adicionada uma conta bancária que pode receber pagamentos: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'A conta bancária nas suas faturas foi trocada',
      body: ({ person, bankAccount }) =>
        `${person} trocou a conta bancária em que as suas faturas pedem o pagamento: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'Novos dados bancários de um cliente',
      body: ({ customer, bankAccount }) =>
        `${customer} informou uma conta bancária na página que você enviou: ${bankAccount}.`,
      check:
        'Antes de pagar nela, confirme com o cliente que a conta é dele, por um meio diferente daquele pelo qual você enviou o link.',
    },
    endpointAdded: {
      subject: 'Novo endpoint de webhook no modo real',
      body: ({ host, person }) =>
        `${person} adicionou um endpoint de webhook no modo real: ${host}. Ele recebe eventos da sua conta, com dados dos seus clientes.`,
    },
    endpointAddedByKey: {
      subject: 'Novo endpoint de webhook no modo real',
      body: ({ host, key }) =>
        `Com a chave de API ${key} foi adicionado um endpoint de webhook no modo real: ${host}. Ele recebe eventos da sua conta, com dados dos seus clientes.`,
    },
    endpointMoved: {
      subject: 'Nova URL de um endpoint de webhook no modo real',
      body: ({ host, person }) =>
        `${person} trocou a URL de um endpoint de webhook no modo real: ${host}. Ele recebe eventos da sua conta, com dados dos seus clientes.`,
    },
    endpointMovedByKey: {
      subject: 'Nova URL de um endpoint de webhook no modo real',
      body: ({ host, key }) =>
        `Com a chave de API ${key} foi trocada a URL de um endpoint de webhook no modo real: ${host}. Ele recebe eventos da sua conta, com dados dos seus clientes.`,
    },
    payoutApprovalSet: {
      subject: 'A aprovação de pagamentos foi alterada',
      body: ({ person, amount }) =>
        `${person} definiu que pagamentos a partir de ${amount} precisam de uma segunda pessoa.`,
    },
    payoutApprovalOff: {
      subject: 'A aprovação de pagamentos foi desativada',
      body: ({ person }) => `${person} desativou a aprovação de pagamentos por uma segunda pessoa.`,
    },
    approverInvited: {
      subject: 'Foi convidada uma pessoa que pode aprovar pagamentos',
      body: ({ person, email }) =>
        `${person} convidou ${email} para uma função que aprova pagamentos. Escreveremos de novo quando essa pessoa entrar.`,
    },
    approverAdded: {
      subject: 'Nova pessoa que aprova pagamentos',
      body: ({ email, day }) =>
        `${email} pode aprovar pagamentos pedidos por outras pessoas a partir de ${day}.`,
    },
    notYou:
      'Se não foi você, troque a senha, encerre as outras sessões e revogue as chaves de API desconhecidas.',
    action: 'Conferir a conta',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Pagamento a aprovar: ${amount} para ${customer}`,
      heading: ({ amount }) => `Um pagamento de ${amount} espera aprovação`,
      body: ({ requester, amount, customer }) =>
        `${requester} quer pagar ${amount} para ${customer}. O pagamento sai assim que você ou outra pessoa o aprovar e expira em 7 dias.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} quer pagar ${amount} para ${customer} em ${day}. O pagamento sai nesse dia se você ou outra pessoa o tiver aprovado até lá; caso contrário, assim que for aprovado.`,
      action: 'Revisar o pagamento',
    },
    approved: {
      subject: ({ amount, customer }) => `Pagamento aprovado: ${amount} para ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} aprovou o seu pagamento de ${amount} para ${customer}.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Pagamento recusado: ${amount} para ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} recusou o seu pagamento de ${amount} para ${customer}. Nada foi enviado.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Pedido de pagamento expirado: ${amount} para ${customer}`,
      body: ({ amount, customer }) =>
        `Ninguém decidiu em 7 dias sobre o seu pagamento de ${amount} para ${customer}. Nada foi enviado.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Pagamentos a aprovar: ${amount} em ${file}`,
        heading: ({ amount }) => `Pagamentos de ${amount} esperam aprovação`,
        body: ({ requester, amount, file }) =>
          `${requester} quer pagar ${amount} com o arquivo ${file}. Nada é enviado até que você ou outra pessoa aprove.`,
        action: 'Revisar os pagamentos',
      },
      approved: {
        subject: ({ amount, file }) => `Pagamentos aprovados: ${amount} em ${file}`,
        body: ({ person, amount, file }) => `${person} aprovou os seus pagamentos de ${amount} em ${file}.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Pagamentos devolvidos: ${amount} em ${file}`,
        body: ({ person, amount, file }) =>
          `${person} devolveu os seus pagamentos de ${amount} em ${file}. Nada foi enviado.`,
      },
      file: 'Arquivo',
      payouts: 'Pagamentos',
    },
    reason: ({ reason }) => `Motivo: ${reason}`,
    amount: 'Valor',
    customer: 'Cliente',
    bankAccount: 'Conta bancária',
    requestedBy: 'Pedido por',
    view: 'Ver o pedido',
  },
  portalLink: {
    subject: ({ vendor }) => `As suas faturas de ${vendor}`,
    heading: ({ vendor }) => `Veja as suas faturas de ${vendor}`,
    body: 'Abra-as nos próximos 30 minutos. O link funciona uma vez.',
    ignore: 'Se você não pediu isso, ignore este e-mail.',
    action: 'Ver faturas',
  },
  passwordReset: {
    subject: 'Escolha uma nova senha',
    heading: 'Escolha uma nova senha',
    body: 'Escolha uma nova senha na próxima hora. O link funciona uma vez.',
    action: 'Escolher uma nova senha',
    ignore: 'Se você não pediu isso, ignore este e-mail: a sua senha continua como está.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `Convite para entrar em ${vendor}`,
    heading: ({ vendor }) => `Entre em ${vendor} no Counterfoil`,
    body: ({ email }) => `Este convite é para ${email}. O link funciona uma vez, nos próximos 7 dias.`,
    action: 'Entrar na equipe',
    ignore: 'Se você não esperava um convite, ignore este e-mail.',
  },
  invitation: {
    subject: 'Convite para o Counterfoil',
    heading: 'Crie a sua conta',
    body: ({ email }) => `Este convite é para ${email}. O link funciona uma vez, nos próximos 7 dias.`,
    action: 'Criar conta',
    ignore: 'Se você não esperava um convite, ignore este e-mail.',
  },
  emailConfirmation: {
    subject: 'Confirme o seu e-mail',
    heading: 'Confirme o seu e-mail',
    body: ({ email }) => `Confirme em 24 horas que ${email} é o seu endereço.`,
    action: 'Confirmar e-mail',
    ignore: 'Se você não se cadastrou, ignore este e-mail.',
  },
  newEmailConfirmation: {
    subject: 'Confirme o seu novo e-mail',
    heading: 'Confirme o seu novo e-mail',
    body: ({ email }) => `Confirme em 24 horas que de agora em diante você quer acessar com ${email}.`,
    action: 'Confirmar e-mail',
    ignore: 'Se você não pediu isso, ignore este e-mail. Nada muda.',
  },
}
