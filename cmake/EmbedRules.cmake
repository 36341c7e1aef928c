# Writes OUTPUT, a C file with the text of every page in FOLDER: cmake -DFOLDER= -DOUTPUT= -P this.
# A page becomes one string literal per line, since C promises only 4095 characters in a literal's
# source line but any number of adjacent literals.
file(GLOB pages ${FOLDER}/*.md)
list(FILTER pages EXCLUDE REGEX "/README.md$")
list(SORT pages)
set(rows "")
set(count 0)
foreach(page IN LISTS pages)
    get_filename_component(id ${page} NAME_WE)
    file(READ ${page} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
    string(APPEND rows "    {\"${id}\",\n     \"${text}\"},\n")
    math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made from docs/rules by cmake/EmbedRules.cmake.
#include \"frame/rule_pages.h\"

const cli_page cli_rule_page[] = {
${rows}    {\"\", \"\"},
};
const int cli_rule_page_count = ${count};
")
