// The methods of containers, one table per type.
#ifndef LIMB_EXPRESSION_METHODS_H
#define LIMB_EXPRESSION_METHODS_H

#include "expression/value.h"

extern const limb__function_info limb__text_method[];
extern const int limb__ntext_method;
extern const limb__function_info limb__list_method[], limb__tuple_method[], limb__dict_method[];
extern const limb__function_info limb__set_method[]; // those of frozenset first
extern const int limb__nlist_method, limb__ntuple_method, limb__ndict_method, limb__nset_method;
enum { LIMB__NFROZEN_METHOD = 8 };

limb__value *limb__dict_update(limb__eval *eval, limb__call *call);

#endif
