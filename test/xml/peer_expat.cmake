# The XML reader held to expat: what is accepted and what is read.
find_package(EXPAT REQUIRED)
limb_test(test_xml_expat ${CMAKE_CURRENT_LIST_DIR}/expat_compare.c EXPAT::EXPAT)
