# SPDX-License-Identifier: Apache-2.0
# The workload library for a Makefile of your own: doc/firmware.md. Set before including it, or leave as it is:
#
#   EVARISTE_BACKEND    portable: any Armv6-M or newer core; gfp: a core with the Galois-field unit;
#                       gfp_fast: one with the extensions of the configuration `fast`
#   EVARISTE_BUILD      the folder for objects
#   CC, AR, CFLAGS      your compiler and its flags, -mcpu= among them
#
# It gives: EVARISTE_LIBRARY (link it, and name it as a prerequisite), EVARISTE_INCLUDES (-I flags), EVARISTE_SOURCES;
# EVARISTE_START, sources and link flags of programs that run in the simulator.
EVARISTE_BACKEND ?= portable
EVARISTE_BUILD ?= build/evariste/$(EVARISTE_BACKEND)
EVARISTE_SW := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
ifeq ($(wildcard $(EVARISTE_SW)/low/$(EVARISTE_BACKEND)),)
  $(error There is no backend '$(EVARISTE_BACKEND)' in $(EVARISTE_SW)/low)
endif

evariste_in = $(wildcard $(EVARISTE_SW)/$(1)/*.c $(EVARISTE_SW)/$(1)/*.S)
evariste_base := $(lastword $(firstword $(subst _, ,$(EVARISTE_BACKEND))) $(file <$(EVARISTE_SW)/low/$(EVARISTE_BACKEND)/below))
evariste_stems = $(basename $(notdir $(1)))
evariste_lacking = $(foreach f,$(call evariste_in,low/$(2)),$(if $(filter $(call evariste_stems,$f),$(call evariste_stems,$(1))),,$f))
# The backend A_B is A for a core with the extensions B: it takes what it lacks, compared by stem, from A, then from the
# portable one. Its generated kernels are in gen/A/B. A coprocessor's backend names its host's in the file `below`.
evariste_kernels := $(call evariste_in,low/$(EVARISTE_BACKEND))
evariste_kernels += $(call evariste_lacking,$(evariste_kernels),$(evariste_base))
evariste_kernels += $(call evariste_lacking,$(evariste_kernels),portable)

EVARISTE_SOURCES := $(call evariste_in,lib) $(evariste_kernels)
# Programs see the public headers, and the backend's own of <evariste/backend/...>, which are copied.
EVARISTE_INCLUDES := -I$(EVARISTE_SW)/include -I$(EVARISTE_BUILD)/include
evariste_private := $(addprefix -I$(EVARISTE_SW)/,../gen/$(subst _,/,$(EVARISTE_BACKEND)) ../gen ../gen/gfp lib rt/common \
  $(addprefix low/,$(EVARISTE_BACKEND) $(evariste_base) portable))
evariste_layers := portable $(evariste_base) $(EVARISTE_BACKEND)
evariste_headers := $(foreach b,$(evariste_layers),$(wildcard $(EVARISTE_SW)/low/$b/evariste/backend/*.h))
EVARISTE_LIBRARY := $(EVARISTE_BUILD)/libevariste.a
EVARISTE_START = $(addprefix -I$(EVARISTE_SW)/,rt/gfp rt/common ../gen/gfp) $(EVARISTE_SW)/rt/gfp/start.c $(EVARISTE_SW)/rt/gfp/syscalls.c -nostartfiles --specs=rdimon.specs \
  $(addprefix -L$(EVARISTE_SW)/,../gen/gfp rt/common) -T$(EVARISTE_SW)/rt/gfp/link.ld -Wl,--gc-sections -Wl,--no-warn-rwx-segments

evariste_objects := $(patsubst $(EVARISTE_SW)/%,$(EVARISTE_BUILD)/%.o,$(EVARISTE_SOURCES))
evariste_flags = -O2 $(CFLAGS) -ffunction-sections -fdata-sections -fno-common $(EVARISTE_INCLUDES) $(evariste_private) -MMD -MP

$(EVARISTE_BUILD)/%.c.o: $(EVARISTE_SW)/%.c
	@mkdir -p $(@D)
	$(CC) -std=c11 $(evariste_flags) -c $< -o $@

$(EVARISTE_BUILD)/%.S.o: $(EVARISTE_SW)/%.S
	@mkdir -p $(@D)
	$(CC) $(evariste_flags) -c $< -o $@

$(EVARISTE_LIBRARY): $(evariste_objects)
	rm -f $@
	$(AR) rcD $@ $^

# Make brings a file that it includes up to date before anything else, so the headers are there for all other rules.
$(EVARISTE_BUILD)/headers.mk: $(evariste_headers)
	@mkdir -p $(EVARISTE_BUILD)/include/evariste/backend
	@for header in $^; do cp $$header $(EVARISTE_BUILD)/include/evariste/backend; done
	@echo '# The headers of $(EVARISTE_BACKEND) are copied.' > $@

-include $(EVARISTE_BUILD)/headers.mk
-include $(evariste_objects:.o=.d)
